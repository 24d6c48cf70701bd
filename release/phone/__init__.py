"""Makes the phone alone: ``make phone``. A folder of static files in which the companion runs."""
