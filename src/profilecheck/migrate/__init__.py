"""Migration from one generation to the next: a plan, the edits that carry it out, and its account."""
