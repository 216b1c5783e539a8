"""Who may do what with money."""

from freeport_animals.base.access import Role, allow

COUNTER = frozenset({Role.CLERK, Role.ADMINISTRATOR})
SEE_WHAT_IS_OWED = COUNTER | {Role.OFFICER}

at_counter = allow(Role.CLERK, Role.ADMINISTRATOR)
