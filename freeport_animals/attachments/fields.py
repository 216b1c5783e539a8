"""The form field for a photograph or a certificate: what is wrong with a file is said beside it."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from freeport_animals.attachments.services import ANY, PHOTOGRAPH, attachment_check

TYPES = {"photograph": "image/jpeg,image/png,image/webp", "pdf": "application/pdf"}


class AttachmentField(forms.FileField):
    """A file checked by its content.

    The cleaned value is the upload, with `checked` for `attachment_store`.
    """

    widget = forms.FileInput

    def __init__(self, *, accept: frozenset[str] = ANY, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_length", 500)
        super().__init__(**kwargs)
        self.accept = accept
        self.widget.attrs["accept"] = ",".join(TYPES[kind] for kind in sorted(accept))
        self.error_messages["empty"] = "The file is empty. Choose another one."
        self.error_messages["missing"] = self.error_messages["invalid"] = "Choose a file."

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if isinstance(file, UploadedFile):
            file.checked = attachment_check(file, self.accept)  # type: ignore[attr-defined]
        return file


class PhotographField(AttachmentField):
    """A photograph; a telephone offers its camera."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(accept=PHOTOGRAPH, **kwargs)
