"""Elements: what is escaped, what is left out, what is refused."""

import pytest
from markupsafe import Markup

from ludoteca.web.kit.html import classes, el, join


def test_children_and_attributes_are_escaped():
    drawn = el("p", "<script>", class_='"><script>')
    assert drawn == '<p class="&#34;&gt;&lt;script&gt;">&lt;script&gt;</p>'


def test_markup_is_not_escaped_again():
    assert el("p", el("b", "a & b")) == "<p><b>a &amp; b</b></p>"


def test_lists_numbers_and_nothing_are_children():
    assert el("ul", [el("li", n) for n in (1, 2)], None, "x") == "<ul><li>1</li><li>2</li>x</ul>"


def test_false_attributes_are_left_out_and_true_ones_have_no_value():
    assert el("input", disabled=False, hidden=True, value=None, min=0) == '<input hidden min="0">'


def test_underscores_are_hyphens():
    assert (
        el("i", data_act=3, aria_label="x", for_="y")
        == '<i data-act="3" aria-label="x" for="y"></i>'
    )


@pytest.mark.parametrize("name", ["style", "onclick", "onload"])
def test_what_the_policy_forbids_is_refused(name):
    with pytest.raises(ValueError, match="policy"):
        el("p", **{name: "x"})


def test_join_of_nothing_is_empty_markup():
    assert join(None) == Markup("")
    assert isinstance(join("<"), Markup)


def test_classes_leave_empty_names_out():
    assert classes("a", "", None, "b") == "a b"
    assert classes("") is None
