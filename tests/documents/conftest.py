from collections.abc import Callable
from typing import Any

import pytest

from freeport_animals.accounts.models import User
from freeport_animals.base.access import Role
from freeport_animals.documents.models import Document
from freeport_animals.documents.services import document_issue
from tests.documents.cast import AT, license_context, receipt_context


@pytest.fixture
def clerk(db: None) -> User:
    return User.objects.create(username="ann", first_name="Ann", last_name="Weber", roles=[Role.CLERK])


@pytest.fixture
def issue(clerk: User) -> Callable[..., Document]:
    """Issue a paper; a license L-2026-0042 about the clerk's own record unless told otherwise."""

    def issue(kind: str = "license", number: str = "L-2026-0042", **other: Any) -> Document:
        make = license_context if kind == "license" else receipt_context
        facts: dict[str, Any] = {
            "subject": clerk,
            "context": make(number=number),
            "issued_by": clerk,
            "issued_at": AT,
        }
        return document_issue(kind=kind, number=number, **(facts | other))

    return issue
