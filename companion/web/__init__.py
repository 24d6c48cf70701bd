"""The pages: views by job, each a blueprint. Nothing else of the project imports the web."""
