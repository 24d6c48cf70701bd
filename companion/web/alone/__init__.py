"""The pages that only a phone has which runs the companion by itself."""
