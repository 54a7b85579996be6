"""Points at the borders of a module's legal parameters: just inside, and one step outside."""
import random

from scripts.schema import NO_LIMIT

TRIES = 3000   # to mend a point
STEPS = 2      # of each rule and parameter in it, where one step breaks that rule alone
DRAWN = 60     # points, to find them


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
    """Draws legal points of a schema, always the same for a seed."""

    def __init__(self, schema, seed=1):
        self.schema = schema
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
        for _ in range(20):
            point = self.legal(**{name: inside})
            there = {**point, name: outside}
            if outside >= 0 and all(rule.holds(there) for rule in self.schema.rules):
                break
        return point, there

    def of_rule(self, rule):
        """(inside, outside): outside is the next value of one parameter, and breaks this rule alone."""
        for name in rule.names:
            found = 0
            for _ in range(DRAWN):
                other = self.random.choice(rule.names)
                kept = {} if other == name else {other: self.random.choice(self.values[other])}
                point = self.legal(**kept)
                if point is None:
                    continue
                for pair in self.crossings(rule, point, name):
                    yield pair
                    found += 1
                if found >= STEPS:
                    break

    def crossings(self, rule, point, name):
        values = self.values[name]
        broken = [self.schema.complaints({**point, name: value}) for value in values]
        for at in range(len(values) - 1):
            for one, other in ((at, at + 1), (at + 1, at)):
                if not broken[one] and broken[other] == [rule.words]:
                    yield {**point, name: values[one]}, {**point, name: values[other]}
                    return
