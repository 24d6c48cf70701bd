"""The open deal: entering hands."""
