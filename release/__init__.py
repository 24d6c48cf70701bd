"""Makes what a release consists of: ``make release``. Not part of the installed package."""
