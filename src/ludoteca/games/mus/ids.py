"""Numbers of mus: limits, phases, lances, and the ids of moves and of chance."""

SEATS = 4  # counter-clockwise: the next one sits on the right
TEAMS = 2  # seats 0 and 2, seats 1 and 3

# Limits: told in the README.
RAISES = 8  # most raises of a first bet in a lance; then only an ordago is more
MOST_STONES = 40
ROUNDS = 6  # most rounds of mus in a deal; then the hands are played
WINDOWS = ROUNDS + 3  # for signs and talk: after each deal of cards, before chica, before punto
BEFORE_CHICA = ROUNDS + 1
BEFORE_PUNTO = ROUNDS + 2

LANCES = 5
GRANDE, CHICA, PARES, JUEGO, PUNTO = range(LANCES)

# What became of a lance.
OPEN, NOT_BET, PASO, REFUSED, ACCEPTED = range(5)

# Phases: of chance, of decisions, and the end.
DRAWING_DEALER, DEALING, FACING, CATCHING, ANSWERING, DECLARING, SHOWING = range(7)
WINDOW, TALKING, DISCARDING, BETTING = range(7, 11)
OVER = 11

# Ids of moves.
MUS, CUT, PASS, ACCEPT, ORDAGO, NOTHING, FORFEIT = range(7)
ASK = 7  # + 0 for the rival on the right, 1 for the one on the left
DISCARD = 10  # + mask: bit i is the i-th card of the hand sorted from the lowest
SIGN = 30  # + sign
SAY = 50  # + phrase
ENVITE = 60  # + stones: of the first bet, or that a raise adds

# Ids of chance: a kind; the first dealer; 0 or 1 + KINDS * seat + kind for a card that is seen;
# who catches a sign; a declaration; a sign that is admitted; a hand as a code.
NEITHER, RIGHT, LEFT, BOTH = range(4)
NO, YES = range(2)

# What others see of a discard: THREW - cards; a rival of a window: that it passed, SECRET, and then
# UNSEEN, or SAW - sign.
THREW = -1
SECRET = -9
UNSEEN = -10
SAW = -11
