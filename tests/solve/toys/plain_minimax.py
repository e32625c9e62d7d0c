"""An independent reference: minimax in plain Python over ``State``, without any pruning."""

from functools import cache

from ludoteca.core.ids import CHANCE, TERMINAL


def values(state):
    """The payoffs of every seat when each maximises its own; ties go to the lowest id."""

    @cache
    def walk(position):
        return _value(game, options, walk, position)

    game, options = state.game, state.options
    return walk(state.record.tobytes())


def differences(state):
    """Seat 0's points minus seat 1's of the child behind each legal move, under best play."""
    return {a: (lambda v: v[0] - v[1])(values(state.child(a))) for a in state.legal_actions()}


def _value(game, options, walk, position):
    state = game.new_state(options)
    state.record.view("u1")[:] = list(position)
    player = state.current_player()
    if player == TERMINAL:
        return tuple(state.returns())
    if player == CHANCE:
        parts = [(p, walk(_child(state, a))) for a, p in state.chance_outcomes()]
        return tuple(sum(p * v[i] for p, v in parts) for i in range(state.num_players))
    return max((walk(_child(state, a)) for a in state.legal_actions()), key=lambda v: v[player])


def _child(state, action):
    return state.child(action).record.tobytes()
