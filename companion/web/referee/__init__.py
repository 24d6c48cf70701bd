"""The referee's page: a hand, a claim, a ruling."""
