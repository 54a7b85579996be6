# SPDX-License-Identifier: Apache-2.0
"""Points at the borders of a module's legal parameters: just inside, and one step outside."""
import itertools
import math
import random

from scripts.schema import NO_LIMIT

TRIES = 300    # to mend a point
POINTS = 200   # drawn for a border of a parameter
TRIED = 100    # such steps
MANY = 500     # combinations of a rule's other parameters


def candidates(parameter):
    """The values that are tried: all of a small range; of a great one its ends, its first ones, and
    what is about a power of two."""
    found = set()
    for least, most in parameter.ranges:
        if most - least <= 300:
            found.update(range(least, most + 1))
        else:
            near = {2 ** power + step for power in range(13) for step in (-1, 0, 1)}
            found.update(value for value in near if least <= value <= most)
            found.update(range(least, least + 32))
            found.update({least} if most == NO_LIMIT else {least, most})
    return sorted(found)


class Borders:
    """Draws legal points of a schema, always the same for a seed. Of each rule and parameter in it at most
    `steps` points where one step breaks that rule alone."""

    def __init__(self, schema, steps, seed=1):
        self.schema = schema
        self.steps = steps
        self.random = random.Random(seed)
        self.values = {one.name: candidates(one) for one in schema.parameters}

    def draw(self, name):
        """A value, often the least, which some rules ask for together."""
        least = self.random.random() < 0.25
        return self.values[name][0] if least else self.random.choice(self.values[name])

    def mend(self, values, kept):
        """Draws what is in a broken rule anew, but for `kept`, until all hold. None: it did not."""
        for _ in range(TRIES):
            broken = [rule for rule in self.schema.rules if not rule.holds(values)]
            if not broken:
                return values
            free = [name for name in self.random.choice(broken).names if name not in kept]
            if free:
                name = self.random.choice(free)
                values[name] = self.draw(name)
        return None

    def legal(self, **kept):
        return self.mend({name: self.draw(name) for name in self.values} | kept, kept)

    def of_parameter(self, parameter):
        """(inside, outside): outside differs in this parameter by one, and breaks no rule by that
        where there is such a point."""
        for least, most in parameter.ranges:
            for inside, outside in ((least, least - 1), (most, most + 1)):
                if outside <= NO_LIMIT and not parameter.allows(outside):
                    yield self.step(parameter.name, inside, outside)

    def step(self, name, inside, outside):
        found = None
        for _ in range(POINTS):
            point = self.legal(**{name: inside})
            if point is None:
                continue
            found = point, {**point, name: outside}
            if outside < 0 or all(rule.holds(found[1]) for rule in self.schema.rules):
                return found
        if found is None:  # few are legal with the least FIFO
            raise AssertionError(f"none of {POINTS} points with {name} = {inside} is legal")
        return found

    def of_rule(self, rule):
        """(inside, outside): outside is the next value of one parameter, and breaks this rule alone."""
        for name in rule.names:
            seen, found = set(), 0
            flips = list(self.flips(rule, name))
            flips = self.random.sample(flips, min(len(flips), TRIED))
            while flips and found < self.steps:
                # The one with most values that no point has had yet
                best = max(flips, key=lambda flip: len(set(flip[0].items()) - seen))
                flips.remove(best)
                pair = self.completed(rule, name, *best)
                if pair:
                    seen |= set(best[0].items())
                    found += 1
                    yield pair

    def flips(self, rule, name):
        """(values of the rule's parameters, next value of `name`) where the rule holds no more."""
        others = [other for other in rule.names if other != name]
        for chosen in self.choices([self.values[other] for other in others]):
            kept = dict(zip(others, chosen))
            holds = [rule.holds({**kept, name: value}) for value in self.values[name]]
            for at, (value, following) in enumerate(zip(self.values[name], self.values[name][1:])):
                if holds[at] and not holds[at + 1]:
                    yield {**kept, name: value}, following
                elif holds[at + 1] and not holds[at]:
                    yield {**kept, name: following}, value

    def choices(self, lists):
        """All combinations, or many where there are too many."""
        if math.prod(map(len, lists)) <= MANY:
            return itertools.product(*lists)
        return [[self.random.choice(values) for values in lists] for _ in range(MANY)]

    def completed(self, rule, name, values, outside):
        inside = self.legal(**values)
        there = inside and {**inside, name: outside}
        if there and self.schema.complaints(there) == [rule.words]:
            return inside, there
        return None
