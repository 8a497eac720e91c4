package io.lockkeeper.commandline.doctor;

import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.commandline.Database;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** Two processes add to one number: nothing may be lost under the lock, and something must be without it. */
final class ExclusionProof {

    private static final int TIMES = 60;
    private static final int CONTROL = 40;

    private final Increments increments;

    ExclusionProof(Database database, LockAgent agent) {
        this.increments = new Increments(database, agent);
    }

    List<Finding> prove(ProofPeer peer) throws InterruptedException {
        return judged(add(peer, "locked", TIMES), add(peer, "control", CONTROL));
    }

    /**
     * @param locked what both have added under the lock
     * @param control what they have added without it
     */
    static List<Finding> judged(BsonDocument locked, BsonDocument control) {
        return List.of(
                exclusion(2 * TIMES - sum(locked), 2 * CONTROL - sum(control)),
                tokens(locked.getArray("tokens", new BsonArray())));
    }

    private BsonDocument add(ProofPeer peer, String number, int times) throws InterruptedException {
        peer.ask("add %s %s".formatted(number, times));
        increments.add(number.equals("locked"), times);
        peer.await();
        return increments.find(number);
    }

    private static long sum(BsonDocument number) {
        return number.getNumber("sum", new BsonInt64(0)).longValue();
    }

    private static Finding exclusion(long lost, long lostWithout) {
        if (lost != 0) {
            return Finding.failed(
                    "exclusion",
                    "%s of %s additions by two processes under one lock were lost".formatted(lost, 2 * TIMES),
                    "Do not use locks on this server: two held one lock, or a majority forgot what it had acknowledged.");
        }
        return lostWithout > 0
                ? Finding.ok(
                        "exclusion",
                        "two processes added %s times under one lock, and nothing was lost; without it, %s of %s were"
                                .formatted(2 * TIMES, lostWithout, 2 * CONTROL))
                : Finding.warning(
                        "exclusion",
                        "nothing was lost under the lock, nor without it: this count could not fail",
                        "Repeat it with a larger --rate, so that the two processes meet.");
    }

    private static Finding tokens(BsonArray tokens) {
        for (int i = 1; i < tokens.size(); i++) {
            long before = tokens.get(i - 1).asNumber().longValue();
            if (tokens.get(i).asNumber().longValue() <= before) {
                return Finding.failed(
                        "tokens",
                        "token %s was not greater than %s, the one before"
                                .formatted(tokens.get(i).asNumber().longValue(), before),
                        "Do not use fencing tokens on this server.");
            }
        }
        return Finding.ok(
                "tokens", "%s in the order of the writes, each greater than the last".formatted(tokens.size()));
    }
}
