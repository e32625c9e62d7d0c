"""Kalah in text: the letter of the pit that is sown."""


def action_text(s, a):
    return "abcd"[a]


def table_text(view, seat):
    return f"{view.pit[1][::-1]} {view.store}\n{view.pit[0]}"
