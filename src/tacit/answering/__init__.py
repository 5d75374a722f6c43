"""From a person's group and value to the one column that leaves the device."""
