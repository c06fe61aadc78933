"""PC5: worker processes, and what a Python file hands to them."""
