"""PC67x: sweeps."""
