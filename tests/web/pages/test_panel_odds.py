"""The odds in the panel of a table as it is served."""

from visitors import until_dealt


def test_the_chance_of_a_game_without_choices_is_in_the_panel_at_once(visitor):
    visitor.page("/")
    table = visitor.form("/games/vangin/play").headers["location"]
    until_dealt(visitor, table)
    panel = visitor.page(table).partition('data-key="odds"')[2]
    assert "as soon as they are worked out" not in panel
    assert 'class="odd"' in panel
