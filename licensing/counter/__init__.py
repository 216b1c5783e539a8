"""The counter's one screen: how it is put together, and what stands in the way on it."""

from licensing.counter.page import MOST_NEW, Card, CounterPage, build, moves, owner_typed
from licensing.counter.refusals import error_lines, find_problems, has_errors, hide_errors, refuse

__all__ = [
    "MOST_NEW",
    "Card",
    "CounterPage",
    "build",
    "error_lines",
    "find_problems",
    "has_errors",
    "hide_errors",
    "moves",
    "owner_typed",
    "refuse",
]
