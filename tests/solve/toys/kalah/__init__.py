"""A small kalah: extra turns and captures, to test search where a seat moves twice in a row."""

from ludoteca.core.game import GameInfo

INFO = GameInfo(
    name="kalah",
    title="Kalah",
    sentence="Sow seeds; the last one in your store earns another turn.",
    players=(2, 2),
    minutes=5,
    rules_version=1,
    utility="zero-sum",
)
