"""What stands in vectors/v1: each module makes some of the files from the Python side.

What must come out is written down by hand wherever a person can know it: a maker refuses to write a case in
which the code says anything else.
"""
