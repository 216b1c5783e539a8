"""The tags that pages are made of, each by what a person or a screen reader gets from it."""

import datetime as dt
import re
from decimal import Decimal

import pytest
from django import forms
from django.core.paginator import Paginator
from django.forms import formset_factory
from django.template import Context, Template
from django.test import RequestFactory

from freeport_animals.base.fields import DayField, LineField, MoneyField
from freeport_animals.base.templatetags.kit import STATUSES
from freeport_animals.base.why import in_words


def draw(source: str, **context) -> str:
    """The template's text with white space folded."""
    return re.sub(r"\s+", " ", Template(source).render(Context(context))).strip()


def words(html: str) -> str:
    """What is read of it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


class Dog(forms.Form):
    name = LineField(label="Name")
    born = DayField(required=False, label="Born")
    sex = forms.ChoiceField(choices=[("f", "Female"), ("m", "Male")], widget=forms.RadioSelect, label="Sex")
    fee = MoneyField(label="Fee", help_text="As the resolution sets it")
    agreed = forms.BooleanField(label="Owner agreed")
    certificate = forms.FileField(label="Certificate")
    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self):
        raise forms.ValidationError("This dog is licensed already.")


# Badges and small things


@pytest.mark.parametrize("status", STATUSES)
def test_a_badge_has_a_word_and_a_sign_beside_its_color(status):
    html = draw("{% badge status %}", status=status)
    assert words(html) == STATUSES[status][2]
    assert f"icons.svg#{STATUSES[status][0]}" in html


def test_a_badge_takes_its_own_words_and_shows_them_literally():
    assert words(draw("{% badge 'valid' 'Valid to 31 Dec' %}")) == "Valid to 31 Dec"
    assert "&lt;b&gt;" in draw("{% badge 'valid' text %}", text="<b>")


def test_an_unknown_status_is_still_a_word():
    assert words(draw("{% badge 'gone_on_arrival' %}")) == "Gone on arrival"


@pytest.mark.parametrize(
    ("date", "text"),
    [
        (dt.date(2026, 6, 1), "Overdue 2 days"),
        (dt.date(2026, 6, 2), "Overdue 1 day"),
        (dt.date(2026, 6, 3), "Due today"),
        (dt.date(2026, 6, 4), "Due tomorrow"),
        (dt.date(2026, 6, 12), "Due Fri 12 Jun"),
        (dt.date(2027, 1, 4), "Due Mon 4 Jan 2027"),
        (None, ""),
    ],
)
def test_due_says_how_late_it_is(date, text):
    assert words(draw("{% due date today %}", date=date, today=dt.date(2026, 6, 3))) == text


def test_an_icon_is_silent_unless_it_has_a_label():
    assert 'aria-hidden="true"' in draw("{% icon 'tag' %}")
    labelled = draw("{% icon 'tag' 'Tag number' %}")
    assert (
        'role="img"' in labelled and 'aria-label="Tag number"' in labelled and "aria-hidden" not in labelled
    )


def test_a_clause_leads_to_the_ordinance_and_a_statute_nowhere():
    assert draw("{% clause '5.C' %}") == '<a class="clause" href="/ordinance/#5.C">5.C</a>'
    assert "href" not in draw("{% clause 'Minn. Stat. 346.47' state=True %}")


def test_keys_are_shown_as_they_are_pressed():
    assert words(draw("{% key 'alt+p' %} {% key 'r' %} {% key 'f2' %} {% key '/' %}")) == "Alt+P R F2 /"


def test_money_and_dates_are_filters():
    text = "{{ fee|money }} {{ day|day }} {{ day|longday }} {{ day|shortday }} {{ at|clock }} {{ at|moment }}"
    assert draw(text, fee=Decimal("83"), day=dt.date(2026, 6, 3), at="2026-06-03T14:14") == (
        "$83.00 Wed 3 June 2026 Wednesday, 3 June 2026 3 Jun 2026 2:14 pm Wed 3 June 2026, 2:14 pm"
    )


# Why

ANSWER = {
    "value": {"total": "91.00"},
    "steps": [
        {"cite": "1.F", "says": "The second impound: $75.00."},
        {"cite": "5.C.A.3", "says": "Two days: $16.00."},
    ],
    "readings": {"release-count": "household", "long-forgotten": "so"},
    "state_checks": [{"cite": "Minn. Stat. 346.47", "says": "Kept six months."}],
    "alternatives": [
        {"reading": "release-count", "choice": "animal", "value": {"step": 1, "total": "66.00"}}
    ],
}


def test_why_shows_steps_readings_alternatives_and_state_checks():
    text = words(draw("{% why answer 'Why $91.00' %}", answer=ANSWER))
    assert text.startswith("Why $91.00 1.F The second impound: $75.00. 5.C.A.3 Two days: $16.00.")
    assert "What the release fee scale counts" in text
    assert "Impounds of all animals of the household or owner count together." in text
    assert "long-forgotten : so" in text  # a reading the table no longer knows is shown by its id
    assert "Only impounds of this very animal count. Then step: 1; total: $66.00." in text
    assert "Kept six months. Minn. Stat. 346.47" in text


def test_why_is_closed_until_asked_and_works_without_script():
    html = draw("{% why answer %}", answer=ANSWER)
    assert html.startswith("<details") and " open" not in html.split(">")[0]
    assert " open" in draw("{% why answer open=True %}", answer=ANSWER).split(">")[0]


def test_why_takes_a_live_answer():
    from freeport_animals.rules import license_fee

    text = words(draw("{% why answer %}", answer=license_fee(species="dog", on=dt.date(2026, 6, 3))))
    assert "2.B.2" in text and "$5.00" in text


def test_no_answer_draws_nothing():
    assert draw("{% why answer %}", answer=None) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (2, "2"),
        ("66.00", "$66.00"),
        (Decimal("66"), "$66.00"),
        ("2026-06-03", "Wed 3 June 2026"),
        (dt.date(2026, 6, 3), "Wed 3 June 2026"),
        ("2026-06-11T10:00", "Thu 11 June 2026, 10:00 am"),
        (["5.C", "6.B"], "5.C, 6.B"),
        ([], "none"),
        ([{"kind": "release", "amount": "50.00", "cite": "1.F"}], "release $50.00"),
        ({"last_day": "2026-06-03"}, "last day Wed 3 June 2026"),
    ],
)
def test_values_are_put_in_words(value, text):
    assert in_words(value) == text


# Parts of a page


def test_the_head_has_the_one_h1_and_its_actions():
    html = draw("{% page_head name sub='Dog' %}<a href='/x/'>Edit</a>{% endpage_head %}", name="Bella <3")
    assert "<h1>Bella &lt;3</h1>" in html and "<a href='/x/'>Edit</a>" in html


def test_crumbs_end_at_this_page_without_a_link():
    html = draw("{% crumbs 'People' '/people/' 'Anna Kramer' %}")
    assert '<a href="/people/">People</a>' in html
    assert '<span aria-current="page">Anna Kramer</span>' in html


def test_a_missing_fact_is_said_to_be_missing():
    assert words(draw("{% fact 'Microchip' '' %}")) == "Microchip Not recorded"
    assert words(draw("{% fact 'Visits' 0 %}")) == "Visits 0"
    assert "&lt;i&gt;" in draw("{% fact 'Marks' marks %}", marks="<i>")


def test_a_panel_shows_even_a_count_of_none():
    assert words(draw("{% panel 'Parked' count=0 %}x{% endpanel %}")) == "Parked 0 x"
    assert words(draw("{% panel 'Parked' %}x{% endpanel %}")) == "Parked x"


def test_an_empty_list_says_what_to_do():
    html = draw("{% nothing 'No animals yet' icon='paw' %}<a href='/new/'>Add one</a>{% endnothing %}")
    assert words(html) == "No animals yet Add one" and "<a href='/new/'>" in html


# Pages of a list


def pages(query: str, number: int, count: int = 331) -> str:
    request = RequestFactory().get(f"/people/{query}")
    page = Paginator(range(count), 25).page(number)
    return draw("{% pager page 'person' 'people' %}", page=page, request=request)


def test_the_pager_says_where_one_is_and_keeps_the_question():
    html = pages("?q=kr%C3%A4mer&page=2", 2)
    assert "Page 2 of 14 · 331 people" in words(html)
    assert 'href="?q=kr%C3%A4mer&amp;page=1"' in html
    assert 'href="?q=kr%C3%A4mer&amp;page=3"' in html
    assert 'href="?q=kr%C3%A4mer&amp;page=14"' in html


def test_the_pager_of_a_short_list_only_counts():
    assert words(pages("", 1, count=1)) == "1 person"
    assert words(pages("", 1, count=0)) == "0 people"


def test_the_ends_lead_nowhere_further():
    assert "Previous" not in pages("", 1) and "Next" in pages("", 1)
    assert "Next" not in pages("?page=14", 14) and "Previous" in pages("?page=14", 14)


# Forms


def form_html(form: forms.Form) -> str:
    return draw("{% for f in form %}{% field f %}{% endfor %}", form=form)


def test_a_box_is_tied_to_its_label_help_and_errors():
    form = Dog({"name": "Rex", "fee": "ten dollars"})
    html = draw("{% field form.fee %}", form=form)
    box = re.search(r"<input[^>]*>", html)[0]
    assert '<label for="id_fee">' in html
    assert 'aria-describedby="id_fee_helptext id_fee_error"' in box and 'aria-invalid="true"' in box
    assert 'id="id_fee_helptext"' in html and 'id="id_fee_error"' in html
    assert 'value="ten dollars"' in box  # what was typed is kept
    assert form.errors["fee"][0] in words(html)
    assert "$" in words(html)


def test_help_given_in_the_template_is_tied_too():
    html = draw("{% field form.name help='As called' %}", form=Dog())
    assert 'aria-describedby="id_name_helptext"' in html and "As called" in html


def test_the_cursor_goes_to_the_first_fault_only():
    html = form_html(Dog({"name": "Rex", "sex": "", "fee": "x"}))
    assert html.count("autofocus") == 1
    assert re.search(r'<input[^>]*id="id_sex_0"[^>]*autofocus', html) or re.search(
        r'<input[^>]*autofocus[^>]*id="id_sex_0"', html
    )


def test_the_cursor_leaves_its_usual_box_for_the_fault():
    class Usual(forms.Form):
        first = LineField(widget=forms.TextInput(attrs={"autofocus": True}))
        second = LineField()

    assert re.search(r'name="first"[^>]*autofocus', form_html(Usual()))
    refused = form_html(Usual({"first": "x"}))
    assert not re.search(r'name="first"[^>]*autofocus', refused)
    assert re.search(r'name="second"[^>]*autofocus', refused)


def test_the_browser_never_stops_at_the_first_missing_box():
    html = form_html(Dog())
    assert " required" not in html.replace("aria-required", "")
    assert 'aria-required="true"' in html


def test_only_optional_fields_are_marked():
    assert words(draw("{% field form.born %}", form=Dog())) == "Born optional"
    assert words(draw("{% field form.name %}", form=Dog())) == "Name"


def test_attributes_of_the_box_come_from_the_tag():
    html = draw("{% field form.name width='s' data_key='t' css='wide' %}", form=Dog())
    assert 'data-key="t"' in html and "w-s" in html and 'class="field wide"' in html


def test_choices_are_a_group_with_a_legend():
    html = draw("{% field form.sex layout='segments' %}", form=Dog())
    assert "<fieldset" in html and "<legend>Sex</legend>" in html
    assert '<label class="form-check-label" for="id_sex_0">Female</label>' in html


def test_hidden_fields_are_only_themselves():
    assert draw("{% field form.token %}", form=Dog()).startswith('<input type="hidden"')


def test_an_empty_field_is_named_with_what_to_do():
    form = Dog({})
    assert "“Name” is empty. Fill it in." in words(draw("{% field form.name %}", form=form))
    assert "“Sex” is empty. Choose one." in words(draw("{% field form.sex %}", form=form))
    assert "“Owner agreed” is empty. Tick it to go on." in words(draw("{% field form.agreed %}", form=form))
    assert "“Certificate” is empty. Choose a file." in words(draw("{% field form.certificate %}", form=form))


def test_a_forms_own_words_are_kept():
    class Own(forms.Form):
        name = LineField(error_messages={"required": "Give the animal's name (2.B.1)."})

    assert "Give the animal&#x27;s name (2.B.1)." in draw("{% field form.name %}", form=Own({}))


def test_the_summary_names_every_fault_and_leads_to_it():
    form = Dog({"name": "Rex", "born": "2/30/2026", "fee": "x"})
    html = draw("{% error_summary form %}", form=form)
    assert 'role="alert"' in html
    assert words(html).startswith("7 things to put right This dog is licensed already.")
    assert f'<a href="#id_born">Born: {form.errors["born"][0]}</a>' in html
    assert '<a href="#id_sex_0">“Sex” is empty. Choose one.</a>' in html
    assert 'href="#id_token"' not in html  # nothing to see there


def test_the_summary_of_formsets_and_of_nothing():
    class Shot(forms.Form):
        given = DayField(label="Given")

    shots = formset_factory(Shot, min_num=1, validate_min=True, extra=0)(
        {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "0", "form-0-given": "13/1/2026"}
    )
    text = draw("{% error_summary formset %}", formset=shots)
    assert shots.forms[0].errors["given"][0] in text and 'href="#id_form-0-given"' in text
    assert draw("{% error_summary form other %}", form=Dog(), other=None) == ""


def test_crispy_draws_its_fields_with_the_kit():
    html = draw("{% load crispy_forms_tags %}{{ form|crispy }}", form=Dog({"name": ""}))
    assert "“Name” is empty. Fill it in." in words(html)
    assert 'class="field field--bad"' in html and "error-summary" in html


def test_typed_text_is_never_markup():
    html = form_html(Dog({"name": '"><script>alert(1)</script>', "fee": "<b>1</b>"}))
    assert "<script>" not in html and "<b>" not in html
