"""The phones of a table: joining, handing over, the TV."""
