"""The page of a closed deal: payouts, corrections, its history."""
