"""The administrator's pages about the staff."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from freeport_animals.accounts import selectors, services
from freeport_animals.accounts.forms import StaffAddForm, StaffEditForm
from freeport_animals.accounts.locks import locks, unlock
from freeport_animals.accounts.models import User
from freeport_animals.accounts.passwords import one_time_password
from freeport_animals.base.access import Role, allow
from freeport_animals.base.clock import now
from freeport_animals.base.once import run_once
from freeport_animals.base.paging import paged
from freeport_animals.base.saving import Saving, confirm

administrators = allow(Role.ADMINISTRATOR)


@administrators
@require_safe
def staff(request: HttpRequest) -> HttpResponse:
    """Who works here; `?closed` shows the closed accounts."""
    closed = "closed" in request.GET
    held = {lock.username: lock.until for lock in locks(now())}
    page = paged(request, selectors.staff(closed=closed))
    for user in page:
        user.locked_until = held.get(user.username)
    return render(request, "accounts/staff.html", {"page": page, "closed": closed})


@administrators
@require_safe
def staff_member(request: HttpRequest, pk: int) -> HttpResponse:
    """One account: what it may do, its sign-ins, and what an administrator can do about it."""
    user = get_object_or_404(User, pk=pk)
    held = selectors.locks_of(user, now())
    user.locked_until = held[0].until if held else None
    return render(
        request,
        "accounts/staff_member.html",
        {
            "member": user,
            "own": user.pk == request.user.pk,
            "locks": held,
            "sign_ins": selectors.sign_ins(user),
        },
    )


@administrators
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def staff_add(request: HttpRequest) -> HttpResponse:
    """Open an account, and show its one-time password once."""
    form = StaffAddForm(request.POST) if request.method == "POST" else StaffAddForm()
    saving = Saving(request, form)
    if saving.ready:
        with saving:
            return _handed_out(
                request,
                token=form.cleaned_data["token"],
                action="staff-add",
                content=form.facts(),
                work=lambda password: services.user_add(**form.facts(), password=password, at=now()),
            )
    return saving.page("accounts/staff_form.html", {"member": None})


@administrators
@require_http_methods(["GET", "HEAD", "POST"])
def staff_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a name, an address or the roles."""
    user = get_object_or_404(User, pk=pk)
    form = StaffEditForm(request.POST) if request.method == "POST" else StaffEditForm.of(user)
    saving = Saving(request, form)
    if saving.ready:
        with saving:
            saved = services.user_edit(user=user, version=form.cleaned_data["version"], **form.facts())
            return saving.done(f"The account of {saved} is saved.", "staff-member", pk)
    return saving.page("accounts/staff_form.html", {"member": user})


@administrators
@require_http_methods(["GET", "HEAD", "POST"])
def staff_close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close an account."""
    user = get_object_or_404(User, pk=pk)

    def close(form: object) -> HttpResponse:
        services.user_close(user=user, by=request.user)
        messages.success(request, f"The account of {user} is closed.")
        return redirect("staff-member", pk)

    return confirm(
        request,
        title=f"Close the account of {user}",
        question=f"Close the account of {user}?",
        consequences=(
            f"{user} is signed out at once and cannot sign in any more.",
            "Everything that was done under this name stays, with the name.",
            "An administrator can open the account again.",
        ),
        action_label="Close the account",
        danger=True,
        cancel_url=reverse("staff-member", args=[pk]),
        work=close,
    )


@administrators
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def staff_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a closed account again."""
    user = get_object_or_404(User, pk=pk)
    return confirm(
        request,
        title=f"Open the account of {user} again",
        question=f"Open the account of {user} again?",
        consequences=(
            "It gets a new one-time password, which you see once.",
            f"Its roles are as before: {', '.join(user.role_names)}.",
        ),
        action_label="Open the account",
        cancel_url=reverse("staff-member", args=[pk]),
        work=lambda form: _handed_out(
            request,
            token=form.cleaned_data["token"],
            action="staff-reopen",
            content={"user": pk},
            work=lambda password: services.user_reopen(user=user, password=password, at=now()),
        ),
    )


@administrators
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def staff_password(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an account a new one-time password, shown once."""
    user = get_object_or_404(User, pk=pk)
    return confirm(
        request,
        title=f"New password for {user}",
        question=f"Make a one-time password for {user}?",
        consequences=(
            "The password of now stops working, and every session under it ends.",
            "You see the new one once: write it down or read it out.",
            "It is good for seven days, and only for choosing a password of one's own.",
        ),
        action_label="Make the password",
        cancel_url=reverse("staff-member", args=[pk]),
        work=lambda form: _handed_out(
            request,
            token=form.cleaned_data["token"],
            action="staff-password",
            content={"user": pk},
            work=lambda password: services.user_reset_password(
                user=user, password=password, by=request.user, at=now()
            ),
        ),
    )


def _handed_out(
    request: HttpRequest,
    *,
    token: uuid.UUID,
    action: str,
    content: dict[str, object],
    work: Callable[[str], User],
) -> HttpResponse:
    """Do `work` with the one-time password of this form, and show it: the same one for a second press."""
    password = one_time_password(token)
    outcome = run_once(
        token=token, action=action, content=content, user=request.user, work=lambda: work(password).pk
    )
    user = User.objects.get(pk=outcome.result)
    # Once its owner has chosen another, or an administrator has made another, this one is worth nothing.
    alive = user.must_change_password and user.check_password(password)
    return render(
        request,
        "accounts/one_time.html",
        {"member": user, "password": password if alive else "", "action": action},
    )


@administrators
@require_POST
def staff_unlock(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody try again who typed a wrong password too often."""
    user = get_object_or_404(User, pk=pk)
    opened = unlock(user)
    messages.success(request, f"{user} can sign in again." if opened else f"{user} was not locked any more.")
    return redirect("staff-member", pk)
