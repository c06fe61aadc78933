"""PC0xx: what is wrong with the text itself, and what the target's loader makes of it."""
