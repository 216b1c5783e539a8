"""Ask the ordinance: a case as an address, the form of a rule made from its facts, the answer in words."""
