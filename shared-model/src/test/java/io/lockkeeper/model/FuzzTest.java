package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lockkeeper.test.Garbage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** Names, owners, requests and stored documents that nobody foresaw; each night a million of each. */
class FuzzTest {

    private static final int MANY = Garbage.count(100_000);
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final Owner PLAIN = new Owner("agent", "service", "instance", "host", 1, "main", "");
    private static final List<BsonDocument> PLAIN_PIPELINE = pipeline("report", PLAIN);

    private final Garbage garbage = Garbage.fresh();

    @Test
    void aNameIsTakenAsItIsOrRefusedInWordsThatCanBePrinted() {
        for (int i = 0; i < MANY; i++) {
            String text = garbage.text();
            try {
                LockName name = new LockName(text);
                require(name.value().equals(text) && fits(text, LockName.MAX_BYTES) && printable(text), text);
            } catch (IllegalArgumentException e) {
                require(printable(String.valueOf(e.getMessage())), text);
            }
        }
    }

    @Test
    void whatARequestSaysStaysInOneLiteralAndChangesNoStepOfThePipeline() {
        for (int i = 0; i < MANY; i++) {
            Optional<Owner> owner = owner();
            if (owner.isPresent()) {
                List<BsonDocument> pipeline = pipeline("report", owner.get());
                require(without(pipeline, 1).equals(without(PLAIN_PIPELINE, 1)), owner.get());
                BsonDocument asked = pipeline.get(1).getDocument("$set").getDocument("ask");
                require(asked.keySet().equals(Set.of("$literal")), owner.get());
            }
        }
    }

    @Test
    void aStoredDocumentIsReadOrDamagedAndNothingElse() {
        BsonDocument sound = LockMapper.toBson(lock());
        int read = 0;
        for (int i = 0; i < MANY; i++) {
            BsonDocument document = garbage.damaged(sound);
            try {
                LockDocument lock = LockMapper.fromBson(document);
                require(LockMapper.fromBson(LockMapper.toBson(lock)).equals(lock), document);
                read++;
            } catch (DamagedLockException e) {
                require(printable(String.valueOf(e.getMessage())), document);
            }
        }
        assertThat(read).as("what a stray field does not damage, %s", garbage).isBetween(1, MANY - 1);
    }

    private Optional<Owner> owner() {
        try {
            return Optional.of(new Owner(
                    "agent",
                    garbage.text(),
                    garbage.text(),
                    garbage.text(),
                    garbage.below(9),
                    garbage.text(),
                    garbage.text()));
        } catch (IllegalArgumentException e) {
            require(printable(String.valueOf(e.getMessage())), "an owner");
            return Optional.empty();
        }
    }

    private static List<BsonDocument> pipeline(String name, Owner owner) {
        return Settle.change(new Ask.Enqueue(new LockName(name), Request.exclusive("a", TTL, owner)), "s")
                .pipeline();
    }

    private static List<BsonDocument> without(List<BsonDocument> stages, int index) {
        return IntStream.range(0, stages.size())
                .filter(i -> i != index)
                .mapToObj(stages::get)
                .toList();
    }

    private static LockDocument lock() {
        Instant now = Instant.ofEpochMilli(1_795_258_911_456L);
        Eviction eviction = new Eviction("olga", "hangs", now, now);
        ThreadStack stack = new ThreadStack(now, "RUNNABLE", List.of("a.b.C.d(C.java:1)"));
        Holder holder = new Holder("a.1", 1, 7, TTL, now, now, now.plus(TTL), "s", PLAIN, stack, eviction, null, null);
        Waiter waiter = new Waiter("a.2", 1, TTL, now, now, now.plus(TTL), "s", PLAIN, 0);
        Released released = new Released(now, "a.0", 7, PLAIN, "s", eviction);
        return new LockDocument("report", 1, 7, List.of(holder), List.of(waiter), released, "s a.1", now.plus(TTL));
    }

    private static boolean fits(String text, int bytes) {
        return text.getBytes(StandardCharsets.UTF_8).length <= bytes;
    }

    private static boolean printable(String text) {
        return text.equals(Texts.fitted(text, Integer.MAX_VALUE));
    }

    private void require(boolean holds, Object of) {
        if (!holds) {
            fail("%s, repeated by %s".formatted(of, garbage));
        }
    }
}
