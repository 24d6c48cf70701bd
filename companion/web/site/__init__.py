"""What every page needs: who may see it, errors, static files, headers."""
