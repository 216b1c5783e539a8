"""Every write of licensing. Keyword-only, atomic, refusing with a sentence."""

from licensing.services.errors import (
    AlreadyVoid,
    CannotReplace,
    FieldRefused,
    LicensingError,
    NotReady,
    VisitClosed,
    VisitConflict,
    VisitForeign,
)
from licensing.services.issuing import veterinarian_named, visit_issue
from licensing.services.licenses import exemption_void, license_void, tag_replace
from licensing.services.visits import (
    draft_of,
    visit_drop,
    visit_park,
    visit_resume,
    visit_save_draft,
    visit_start,
)

__all__ = [
    "AlreadyVoid",
    "CannotReplace",
    "FieldRefused",
    "LicensingError",
    "NotReady",
    "VisitClosed",
    "VisitConflict",
    "VisitForeign",
    "draft_of",
    "exemption_void",
    "license_void",
    "tag_replace",
    "veterinarian_named",
    "visit_drop",
    "visit_issue",
    "visit_park",
    "visit_resume",
    "visit_save_draft",
    "visit_start",
]
