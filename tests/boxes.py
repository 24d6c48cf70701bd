"""The boxes of which the tests know facts by heart. A new box in the folder is tested too, where a
test asks `edition_ids`; what holds for one box alone is told of these."""

BOXES = ("classic-us", "classic-uk", "deluxe", "winning-moves-2017", "express")
"""Their ids in the order of lists."""
