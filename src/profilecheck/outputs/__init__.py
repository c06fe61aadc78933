"""The shapes of what commands give to programs as JSON, for its schemas: one module an output.

What is printed is not made of them, so that a check need not load Pydantic, and since a path may hold bytes that are no
text, which Pydantic refuses. tests/test_outputs.py holds real outputs against them, in both directions.
"""
