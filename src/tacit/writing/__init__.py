"""A document as chapters of sentences, tables and pictures, and the forms in which it can be read."""
