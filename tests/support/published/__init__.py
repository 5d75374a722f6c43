"""The paper worked out a second time: from its definitions, by enumeration and by numerical solving."""
