"""The licenses that a receipt paid stand on the receipt's page, and are named before it is voided."""

import pytest

from licensing.models import License
from tests.licensing.counter import Desk, words


@pytest.mark.parametrize("path", ["", "void/"])
def test_the_receipt_names_the_license_it_paid(cast, today, path):
    cast.bella
    Desk(cast, cast.thomas).press("issue")
    license = License.objects.get()
    page = cast.client(cast.clerk).get(f"/receipts/{license.receipt.number}/{path}")
    assert f"Licenses it paid Bella, {license.number}" in words(page)
    assert license.get_absolute_url() in page.content.decode()
