"""The ordinance to be read and asked: its clauses, its rules, its readings, and what is in force on a day."""
