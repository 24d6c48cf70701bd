"""Tests of all rooms, in folders like those of `companion/`. Which helper is for what:

- Cards to settle: `settling` (cards that a test names), `deals` (drawn at random, for properties,
  and they shrink), `made_up` (hands that may nearly go out, from a seed: quicker), `boxes` (facts
  that tests know of each box), `often` (how many random cases are tried).
- Games in a store: `web/play` closes and corrects deals straight in the store, `games` draws whole
  random games, `stored` asks a store what the program never asks, `web/whole_game` adds a game up
  once more from its file.
- Pages: `web/pages` reads them, `web/visitors` are several phones at one table, `web/deal/phone` is
  the page of the open deal on one, `web/planner` says which taps enter a deal. `web/hand/entered`
  and `web/hand/seen` make open deals and their cards to tap without any table.
- Programs: `servers` starts those of `deploy/`, `paper` prints a page with Chromium, and the
  fixtures of a folder are in its `conftest.py`.
- `proof/` is a second scorer, written from the rulebooks alone, and what it is compared with.
"""
