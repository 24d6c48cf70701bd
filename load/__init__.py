"""Many tables at once, on this machine alone: ``python -m load --help``."""
