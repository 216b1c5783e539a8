from tests.ordinance.cast import adopted, to_come

__all__ = ["adopted", "to_come"]
