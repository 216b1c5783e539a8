"""The ordinance's rules: worked cases, properties, refusals. No database, no clock."""
