"""Who may do what in the registry.

The council decides on cases and gets packets; it has no list of people. Deputies and the attorney look
things up.
"""

from freeport_animals.base.access import Role

READ = (Role.CLERK, Role.OFFICER, Role.PEACE_OFFICER, Role.ATTORNEY, Role.ADMINISTRATOR)
WRITE = (Role.CLERK, Role.OFFICER, Role.ADMINISTRATOR)
MERGE = (Role.CLERK, Role.ADMINISTRATOR)
DECIDE_CLASS = (Role.OFFICER,)  # 1.A: the officer decides
REVEAL = (Role.CLERK, Role.OFFICER, Role.ATTORNEY)  # where a Safe at Home participant lives
