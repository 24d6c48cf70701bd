"""Games as files: saving, bringing in, deleting."""
