"""PC6xx: training values that decide whether a run launches."""
