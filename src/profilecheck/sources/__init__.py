"""Readers: bytes or text in, a Document out. They import only findings and document."""
