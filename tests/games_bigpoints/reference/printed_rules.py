"""The printed rules once more, in plain Python over a list of discs, to play beside the kernel.

Written from the annex alone: every question is answered by walking over the row. Moves are the
texts of the game's notation; ``legal()`` gives them all and ``play(text)`` makes one.
"""


class Table:
    def __init__(self, row, players, colours, lenient=False, back_any=False):
        self.row = list(row)  # a symbol, or None where the disc was taken
        self.players = players
        self.colours = [str(c + 1) for c in range(colours)]
        self.lenient = lenient
        self.back_any = back_any
        self.where = dict.fromkeys(self.colours, -1)  # -1 before the row, None on the stair
        self.stair = []
        self.hands = [[] for _ in range(players)]
        self.turn = 0
        self.own_move_made = False
        self.may_use_black = False

    def over(self):
        return len(self.stair) == len(self.colours)

    def free(self, i, moving, target):
        pawns = [target if c == moving else at for c, at in self.where.items()]
        return self.row[i] is not None and i not in pawns

    def disc_ahead(self, moving, target):
        for i in range(target + 1, len(self.row)):
            if self.free(i, moving, target):
                return i
        return None

    def disc_behind(self, moving, target):
        for i in range(target - 1, -1, -1):
            if self.free(i, moving, target):
                return i
        return None

    def targets(self):
        """(text without the side, pawn, index to go to or None for the stair)."""
        for c, at in self.where.items():
            if at is None:
                continue
            own = [i for i in range(at + 1, len(self.row)) if self.row[i] == c]
            yield (c, c, own[0]) if own else (f"{c}^", c, None)
            if self.own_move_made and at >= 0:
                back = [i for i in range(at - 1, -1, -1) if self.row[i] == c]
                for k, i in enumerate(back if self.back_any else back[:1], start=1):
                    yield f"{c}<{k if k > 1 else ''}", c, i

    def legal(self):
        moves = {}
        for text, c, target in self.targets():
            if target is None:
                moves[text] = (c, None, None)
                continue
            ahead = self.disc_ahead(c, target)
            behind = self.disc_behind(c, target)
            if behind is not None:
                moves[f"{text}-"] = (c, target, behind)
            if ahead is not None:
                moves[f"{text}+"] = (c, target, ahead)
            if ahead is None and behind is None and self.lenient:
                moves[f"{text}="] = (c, target, None)
        if self.own_move_made:
            moves["pass"] = None
        return moves

    def play(self, text):
        move = self.legal()[text]
        hand = self.hands[self.turn]
        black_before = "B" in hand
        if move is not None:
            if self.own_move_made:
                hand.remove("B")
            c, target, taken = move
            self.where[c] = target
            if target is None:
                self.stair.append(c)
                hand.append(c)
            elif taken is not None:
                hand.append(self.row[taken])
                self.row[taken] = None
        if not self.own_move_made and black_before and not self.over():
            self.own_move_made = True
        else:
            self.own_move_made = False
            self.turn = (self.turn + 1) % self.players

    def points(self, player):
        hand = self.hands[player]
        total = 0
        for disc in hand:
            if disc == "W":
                total += len({d for d in hand if d != "W"})
            elif disc != "B" and disc in self.stair:
                total += len(self.colours) - 1 - self.stair.index(disc)
        return total
