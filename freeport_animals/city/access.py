"""Who may enter what about the city. Every member of staff may read it."""

from freeport_animals.base.access import Role, allow, signed_in

#: The council's doings are entered by the administrator.
ENTER = frozenset({Role.ADMINISTRATOR})
#: Meetings are called and their notices posted at the counter.
MEET = frozenset({Role.CLERK, Role.ADMINISTRATOR})

by_administrator = allow(Role.ADMINISTRATOR)
by_clerk = allow(Role.CLERK, Role.ADMINISTRATOR)
by_staff = signed_in
