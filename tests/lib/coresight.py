# SPDX-License-Identifier: Apache-2.0
"""Frames of the CoreSight formatter (CoreSight Architecture Specification 3.0, "Trace Formatter"),
typed from the text: 15 bytes of IDs and data, and a byte with their low bits."""

FULL_SYNC = bytes.fromhex("ffffff7f")
HALF_SYNC = bytes.fromhex("ff7f")
REPEAT = 8  # frames: then the ID stands there again


def frames(pieces, delayed=True):
    """The frames of pieces of trace, (ID, bytes) in the order in which they came. `delayed`: an ID
    may stand one byte early, where it is to count behind a byte of the ID before it."""
    queue = [(source, byte) for source, data in pieces for byte in data]
    out = []
    current = None
    at = 0
    while at < len(queue):
        frame = bytearray(16)
        current = None if len(out) % REPEAT == 0 else current
        place = 0
        while place < 15:
            source, byte = queue[at] if at < len(queue) else (0, 0)
            if place % 2:
                if source != current:  # an ID cannot stand here: a byte of nobody's would be wrong
                    raise AssertionError("an ID at an odd place")
                frame[place] = byte
                at += 1
            elif source != current:
                frame[place] = source << 1 | 1
                current = source
            else:
                after = queue[at + 1][0] if at + 1 < len(queue) else 0
                if after != current and place < 14 and delayed:
                    frame[place] = after << 1 | 1  # early: the next byte is the old ID's
                    frame[15] |= 1 << place // 2
                    frame[place + 1] = byte
                    current = after
                    at += 1
                    place += 2
                    continue
                if after != current and place < 14:
                    raise AssertionError("needs a delayed ID")
                frame[place] = byte & 0xfe
                frame[15] |= (byte & 1) << place // 2
                at += 1
            place += 1
        out.append(bytes(frame))
    return out


def with_syncs(made, rng):
    """The frames with full packets between them and half ones within them."""
    out = bytearray(FULL_SYNC)
    for frame in made:
        cut = rng.randrange(0, 17, 2)
        out += frame[:cut]
        if rng.random() < 0.3 and 0 < cut < 16:
            out += HALF_SYNC * rng.randrange(1, 3)
        out += frame[cut:]
        if rng.random() < 0.2:
            out += FULL_SYNC
    return bytes(out)
