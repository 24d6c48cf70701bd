"""May this hand go out? Every reason why not."""
