"""Our scheme beside the published ones, by closed forms."""
