from freeport_animals.accounts.views.home import home
from freeport_animals.accounts.views.sign_in import csrf_failure, password, sign_in, sign_out
from freeport_animals.accounts.views.staff import (
    staff,
    staff_add,
    staff_close,
    staff_edit,
    staff_member,
    staff_password,
    staff_reopen,
    staff_unlock,
)
from freeport_animals.accounts.views.unsent import unsent, unsent_forget

__all__ = [
    "csrf_failure",
    "home",
    "password",
    "sign_in",
    "sign_out",
    "staff",
    "staff_add",
    "staff_close",
    "staff_edit",
    "staff_member",
    "staff_password",
    "staff_reopen",
    "staff_unlock",
    "unsent",
    "unsent_forget",
]
