"""The middle of the table: stock, discard pile and mortos, and the melds of both pairs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ludoteca.core.i18n import _, ngettext
from ludoteca.web.kit.buttons import ahead, numbers, picked, tried
from ludoteca.web.kit.cards import back, card_name, cards_words, empty_place, picture, pile
from ludoteca.web.kit.face import side_label
from ludoteca.web.kit.html import classes, el, join, kept
from ludoteca.web.kit.scores import points_text
from ludoteca.web.kit.seats import seat_name

from .face_cards import DECK, DrawnMeld, drawn_from, kinds_of, meld_at, melds_of, name
from .face_moves import NEW, WayToLay, can_discard, plays, without
from .ids import CHOOSING, DISCARD, DRAW, LAST, OVER, PAIRS, SET, TAKE
from .notation import sign

if TYPE_CHECKING:
    from ludoteca.table.scene import Scene


def table(scene: Scene) -> Markup:
    """The table between the players, the pairs in the order of the head.

    Where their melds lie one below the other, those of the viewer are nearest to the hand.
    """
    s = drawn_from(scene)
    own = max(scene.viewer, 0) % PAIRS
    can = [] if scene.view is None or not scene.view.legal else plays(ahead(scene), picked(scene))
    return el(
        "div",
        _middle(scene, s) if scene.result is None else None,
        [_melds(scene, s, pair, can if pair == own else []) for pair in range(PAIRS)],
        class_=classes("bu-table", "" if scene.result is None else "over"),
        data_key="table",
    )


# -- stock, pile, mortos ---------------------------------------------------------------------------


def _middle(scene: Scene, s: Any) -> Markup:
    # A morto that is taken only after what is tried lies there until then.
    lying = s if scene.view is None else scene.view.record[0]
    parts = [_stock(scene, s), _mortos(lying), _pile(scene, s)]
    return el("div", parts, class_="bu-middle", data_key="middle")


def _stock(scene: Scene, s: Any) -> Markup:
    """The stock, which can be pressed to draw from it."""
    drawn = pile(DECK, int(s.stock), words=_("Stock"))
    if not tried(scene) and _may(scene, DRAW, CHOOSING):
        return _pressed(drawn, _("Draw from the stock"), "stock", (DRAW,))
    return el("div", drawn, class_="bu-heap", data_key="stock")


def _pile(scene: Scene, s: Any) -> Markup:
    """The discard pile: all its cards where it is open, else the top one.

    Pressed, it is taken, or gets the one card that is picked.
    """
    kinds, top = kinds_of(s.pile), int(s.top) - 1
    if top >= 0:
        kinds.remove(top)
        kinds.append(top)
    shown = kinds[-1:] if s.closed else kinds
    cards = [
        el("span", picture(DECK, name(kind)), class_="bu-card", data_piece=name(kind))
        for kind in shown
    ]
    n = int(s.pile_cards)
    what = ", ".join(card_name(DECK, name(kind)) for kind in shown)
    words = _("Discard pile, {cards}").format(cards=cards_words(n))
    drawn = el(
        "div",
        el("div", cards or empty_place(DECK), class_="bu-run", data_key="cards"),
        el("span", _("Pile"), " ", el("b", n), class_="bu-words"),
        class_=classes("bu-pile", "closed" if s.closed else "open"),
        role="group",
        aria_label=f"{words}: {what}" if what else words,
    )
    choice = picked(scene)
    if len(choice) == 1 and can_discard(ahead(scene), choice[0]):
        words = _("Throw {card} away").format(card=sign(choice[0]))
        return _pressed(drawn, words, "pile", (*tried(scene), DISCARD + choice[0]))
    if _may(scene, TAKE, CHOOSING, LAST) and not tried(scene):
        return _pressed(drawn, _("Take the pile"), "pile", (TAKE,))
    return el("div", drawn, class_="bu-heap", data_key="pile")


def _may(scene: Scene, move: int, *phases: int) -> bool:
    """True where the viewer may make a move that only these phases have."""
    view = scene.view
    return view is not None and move in view.legal and view.record[0]["phase"] in phases


def _pressed(
    drawn: Markup,
    words: str,
    key: str | int,
    moves: Sequence[int],
    *,
    tries: bool = False,
    look: str = "bu-heap can",
    label: str = "",
) -> Markup:
    """A heap or a meld that is pressed to make or try ``moves``; a drop place for cards too."""
    return el(
        "button",
        drawn,
        type="button",
        class_=look,
        aria_label=label or words,
        title=words,
        data_act=None if tries else numbers(moves),
        data_try=numbers(moves) if tries else None,
        data_key=key,
    )


def _mortos(s: Any) -> Markup:
    """The mortos that nobody has taken, one across the other; their cards are not counted."""
    n = int(s.mortos)
    words = ngettext("{n} morto", "{n} mortos", n).format(n=n) if n else _("no morto left")
    heaps = [el("div", back(DECK), class_="heap deep", data_deals=True) for _morto in range(n)]
    drawn = [
        el("div", heaps or empty_place(DECK), class_="bu-mortos"),
        el("span", words, class_="pile-words", data_key=words),
    ]
    return el("div", el("div", drawn, class_="pile"), class_="bu-heap mortos", data_key="mortos")


# -- melds -----------------------------------------------------------------------------------------


def _melds(scene: Scene, s: Any, pair: int, can: Sequence[WayToLay]) -> Markup:
    """The melds of a pair in a box; those that take the picked cards are lit."""
    places = {play.meld: play for play in reversed(can)}
    drawn = [_meld(scene, s, pair, meld, places.get(meld)) for meld in range(int(s.melds[pair]))]
    if NEW in places:
        place, play = empty_place(DECK, _("New meld")), places[NEW]
        moves = (*tried(scene), *play.actions)
        tries = s.phase != CHOOSING  # a meld that takes the pile is laid at once
        look = "bu-meld bu-new can"
        drawn.append(_pressed(place, play.words, "new", moves, tries=tries, look=look))
    elif not drawn:
        drawn.append(el("p", _("No melds yet"), class_="bu-none", data_key="none"))
    own = pair == max(scene.viewer, 0) % PAIRS
    return el(
        "section",
        _pair_head(scene, s, pair),
        el("div", drawn, class_=f"bu-melds {_room(s, pair, own)}", tabindex=0, data_key="melds"),
        class_=classes(
            "bu-pair",
            f"side-{pair}",
            "own-pair" if own else "",
            "" if int(s.melds[pair]) or scene.result is not None else "empty",
        ),
        aria_label=side_label(scene, scene.game.teams(scene.options)[pair]),
        data_key=f"pair-{pair}",
    )


_STRIP, _AROUND = 0.3, 0.28  #: seen of a covered card, and beside a meld, as ``face.css`` has it
_FITTED = 4  #: rows in which melds are fitted
_STEP = 2  #: melds keep their size until they need so much more room


def _room(s: Any, pair: int, new: bool) -> str:
    """The room of a pair's melds as classes: rows times their width, in widths of a card.

    There is room for a new meld where one may be laid.
    """
    melds = [len(meld.cards) for meld in melds_of(s, pair)]
    return _room_for(tuple(melds + [1] * new))


@lru_cache(maxsize=512)
def _room_for(melds: tuple[int, ...]) -> str:
    wide = [1 + _STRIP * (cards - 1) + _AROUND for cards in melds]
    most = min(_FITTED, (len(wide) + 1) // 2)
    units = max((rows * _row_width(wide, rows) for rows in range(1, most + 1)), default=1)
    tens, ones = divmod(_STEP * ceil(units / _STEP), 10)
    return f"tens-{tens} ones-{ones}"


def _row_width(wide: Sequence[float], rows: int) -> float:
    """The least width of a row in which melds, one after the other, need at most so many rows."""
    width = max(*wide, sum(wide) / rows)
    while _rows(wide, width) > rows:
        width += _STRIP
    return width


def _rows(wide: Sequence[float], width: float) -> int:
    rows, left = 1, width
    for meld in wide:
        if meld > left:
            rows, left = rows + 1, width
        left -= meld
    return rows


def _pair_head(scene: Scene, s: Any, pair: int) -> Markup:
    """A pair's name, the points of its melds, its canastras, and whether it has its morto."""
    melds = melds_of(s, pair)
    points = sum(meld.points for meld in melds)
    looks = [meld.look for meld in melds]
    clean, semi, dirty = (looks.count(look) for look in ("clean", "semi", "dirty"))
    told = [
        el("b", side_label(scene, scene.game.teams(scene.options)[pair])),
        ngettext("{n} point", "{n} points", points).format(n=points_text(points)),
        _morto(scene, s, pair),
    ]
    if clean:
        told.append(ngettext("{n} clean", "{n} clean", clean).format(n=clean))
    if semi:
        told.append(ngettext("{n} semi-clean", "{n} semi-clean", semi).format(n=semi))
    if dirty:
        told.append(ngettext("{n} dirty", "{n} dirty", dirty).format(n=dirty))
    return el("p", [el("span", part) for part in told], class_="bu-pair-head", data_key="head")


def _morto(scene: Scene, s: Any, pair: int) -> str:
    """The player of a pair who took its morto, or that nobody did."""
    seat = int(s.took_morto[pair]) - 1
    if seat < 0:
        return _("no morto") if s.phase == OVER else _("no morto yet")
    name = _("you") if seat == scene.viewer else seat_name(scene.seats[seat])
    return _("morto: {name}").format(name=name)


def _meld(scene: Scene, s: Any, pair: int, number: int, play: WayToLay | None) -> Markup:
    """A meld, a button where the picked cards can be laid on it."""
    meld = meld_at(s, pair, number)
    old = _lying(scene, pair, number)
    inside, words = _cards(meld, old.start, old.stop), meld_words(meld)
    look, moves = classes("bu-meld", meld.look), tried(scene)
    if play is not None:
        does, title, moves = "can", play.words, (*moves, *play.actions)
    elif len(old) < len(meld.cards):
        does, title = "taken-apart", _("Take back what is tried here")
        moves = without(scene.view, moves, number) if scene.view is not None else ()
    else:
        told = {"role": "img", "aria_label": words, "title": words}
        return el("div", inside, class_=look, data_key=number, **told)
    label = f"{title} ({words})"
    tries, look = play is None or s.phase != CHOOSING, f"{look} {does}"
    return _pressed(inside, title, number, moves, tries=tries, look=look, label=label)


@kept(512)
def _cards(meld: DrawnMeld, first: int, end: int) -> Markup:
    """The cards of a meld, one over the other; wild ones, and those outside the places from
    ``first`` up to ``end``, which are only tried, are marked."""
    drawn = [
        el(
            "span",
            picture(DECK, name(kind)),
            class_=classes("bu-card", "wild" if wild else "", "" if first <= n < end else "tried"),
            data_piece=name(kind),
        )
        for n, (kind, wild) in enumerate(meld.cards)
    ]
    marks = {"clean": _("clean"), "semi": _("semi-clean"), "dirty": _("dirty")}
    label = f"{len(meld.cards)} {marks.get(meld.look, '')}".strip()
    mark = el(
        "span",
        label,
        class_=classes("bu-mark", meld.look),
        data_feat=bool(meld.look),
        data_of_pieces=True,
        data_key=label,
    )
    return join([el("span", drawn, class_="bu-run"), mark])


def _lying(scene: Scene, pair: int, meld: int) -> range:
    """The places among its cards of those of a meld that really lie on the table."""
    s, now = drawn_from(scene), scene.view.record[0] if scene.view is not None else None
    n = len(meld_at(s, pair, meld).cards)
    if scene.draft is None or now is None:
        return range(n)
    if meld >= int(now.melds[pair]):
        return range(0)
    before = len(meld_at(now, pair, meld).cards)
    if now.meld_suit[pair, meld] == SET:
        return range(before)
    below = int(now.low[pair, meld]) - int(s.low[pair, meld])
    return range(below, below + before)


def meld_words(meld: DrawnMeld) -> str:
    """A meld in words: its ends, its cards, what it is worth."""
    first, last = meld.cards[0][0], meld.cards[-1][0]
    if meld.is_set:
        name_of = _("set of {rank}").format(rank=sign(first)[:-1])
    else:
        name_of = _("{first} to {last}").format(
            first=card_name(DECK, name(first)), last=card_name(DECK, name(last))
        )
    told = [
        name_of,
        cards_words(len(meld.cards)),
        ngettext("{n} point", "{n} points", meld.points).format(n=points_text(meld.points)),
    ]
    if meld.look == "semi":
        told.append(_("semi-clean canastra"))
    elif meld.canastra:
        told.append(_("clean canastra") if meld.clean else _("dirty canastra"))
    elif not meld.clean:
        told.append(_("with a wild card"))
    return ", ".join(told)
