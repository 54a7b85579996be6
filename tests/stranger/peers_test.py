# SPDX-License-Identifier: Apache-2.0
"""What `peers.py` compares, with decoders that stand for those of others."""
import unittest

from tests.stranger.peers import Dqr, NexRv, Peer, count, drawn

SEEDS = [f"peer.{at}" for at in range(30)]


class Knows(Peer):
    """Makes of a stream what was executed."""

    def decode(self, stream, folder):
        return stream.executed()


class Forgets(Peer):
    """Leaves out the last instruction."""

    def decode(self, stream, folder):
        return stream.executed()[:-1]


class PeersTest(unittest.TestCase):
    def test_a_decoder_that_gives_back_all_that_ran_is_exact(self):
        counts, differ = count(Knows(None), drawn(Knows(None), False), SEEDS)
        self.assertEqual((counts["differs"], differ), (0, []))
        self.assertGreater(counts["exact"], 10)

    def test_an_instruction_that_does_not_come_back_is_named_by_its_stream(self):
        exact = count(Knows(None), drawn(Knows(None), False), SEEDS)[0]["exact"]
        counts, differ = count(Forgets(None), drawn(Forgets(None), False), SEEDS)
        self.assertEqual((counts["exact"], counts["differs"], len(differ)), (0, exact, exact))
        self.assertLessEqual(set(differ), set(SEEDS))

    def test_streams_that_a_decoder_does_not_support_are_not_given_to_it(self):
        for kind in (NexRv, Dqr):  # of a program that is not there
            with self.subTest(kind.__name__):
                beyond = [draw for draw in map(drawn(kind(None), True), SEEDS) if kind(None).unsupported(draw)]
                self.assertGreater(len(beyond), 5)
                counts, _ = count(kind(None), dict(zip(SEEDS, beyond)).get, SEEDS[:len(beyond)])
                self.assertEqual((counts["exact"], counts["differs"]), (0, 0))


if __name__ == "__main__":
    unittest.main()
