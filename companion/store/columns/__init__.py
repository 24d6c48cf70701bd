"""What the rows of deals have as JSON in their columns: read, checked, and written."""
