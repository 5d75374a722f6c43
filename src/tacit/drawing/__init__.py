"""Pictures as text: elements, axes, and a dot with its intervals. No library, no file, no colour needed."""
