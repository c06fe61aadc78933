"""PC1xx: names of another generation, unknown names, names in the wrong place."""
