"""Veterinarians, found while one is typed."""

from django.contrib.postgres.search import TrigramWordSimilarity
from django.db.models import Q, QuerySet

from freeport_animals.registry.models import Veterinarian
from freeport_animals.registry.selectors.folding import Words, folded


def veterinarians_like(text: str) -> QuerySet[Veterinarian]:
    """Veterinarians whose name or clinic is meant by `text`, the likeliest first."""
    query = folded(text)
    if not query.plain:
        return Veterinarian.objects.none()
    meant = Q(search_text__contains=query.plain) | Q(search_text__trigram_word_similar=query.plain)
    if beginnings := query.beginnings():
        meant |= Q(words=Words(beginnings))
    return (
        Veterinarian.objects.filter(meant)
        .annotate(likeness=TrigramWordSimilarity(query.plain, "search_text"))
        .order_by("-likeness", "name", "clinic", "pk")
    )
