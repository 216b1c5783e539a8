"""What the schema is built on: trigram search, exclusion constraints over scalars, and one way to compare names."""

from django.contrib.postgres.operations import BtreeGistExtension, TrigramExtension, UnaccentExtension
from django.db import migrations

# Lower case without accents; apostrophes and periods vanish (O'Brien = OBrien), other ASCII punctuation parts words.
# Letters of every script stay. Schema-qualified, so that generated columns and restores never depend on a search path.
PLAIN = r"""
CREATE FUNCTION public.plain(text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN btrim(regexp_replace(
    translate(lower(public.unaccent('public.unaccent'::regdictionary, $1)), '''`´’‘ʻʼ.', ''),
    '[][\s!"#$%&()*+,/:;<=>?@\\^_{|}~-]+', ' ', 'g'));
"""


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    run_before = [("registry", "0001_initial")]  # its generated columns call plain()
    operations = [
        TrigramExtension(),
        BtreeGistExtension(),
        UnaccentExtension(),
        migrations.RunSQL(PLAIN, "DROP FUNCTION public.plain(text)"),
    ]
