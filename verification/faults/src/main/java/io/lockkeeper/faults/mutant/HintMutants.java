package io.lockkeeper.faults.mutant;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;
import java.util.stream.Stream;

/** Mutants of hints that a real server is needed for. The simulation has others. */
final class HintMutants {

    private static final String HINTS = "agent/src/main/java/io/lockkeeper/agent/hints/";
    private static final String CURSOR = HINTS + "HintCursor.java";
    private static final String COLLECTIONS = HINTS + "HintCollections.java";
    private static final String STORE = HINTS + "HintingStore.java";

    private static final String DEAF = """
            return new Wakes() {
                @Override
                public java.util.Optional<String> next() {
                    java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
                    return java.util.Optional.empty();
                }

                @Override
                public void close() {}
            };
            """;

    /** What broke the cursor is taken for silence. */
    private static final Patch BROKEN_IS_SILENT =
            new Patch(CURSOR, "        BsonDocument hint = hints.tryNext();\n", """
                    BsonDocument hint;
                    try {
                        hint = hints.tryNext();
                    } catch (MongoException | IllegalStateException e) {
                        java.util.concurrent.locks.LockSupport.parkNanos(100_000_000);
                        return Optional.empty();
                    }
            """);

    private HintMutants() {}

    static List<Mutant> all() {
        return Stream.of(ofCursors(), ofPlaces(), ofLooks())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> ofCursors() {
        return List.of(
                Mutant.of(
                        "reads-hints-with-majority",
                        "hints are read with read concern local: a majority read does not yet see what has woken it",
                        "hint-is-enough",
                        new Patch(COLLECTIONS, "ReadConcern.LOCAL)", "ReadConcern.MAJORITY)")),
                Mutant.of(
                        "dropped-is-silent",
                        "a cursor whose collection was dropped is opened again",
                        "hints-are-dropped",
                        BROKEN_IS_SILENT),
                Mutant.of(
                        "rolled-over-is-silent",
                        "a cursor that was overtaken is opened again",
                        "hints-roll-over",
                        BROKEN_IS_SILENT),
                Mutant.of(
                        "dead-is-silent",
                        "a cursor without one at the server, as over an empty collection, is no open one",
                        "hints-are-emptied",
                        new Patch(COLLECTIONS, "if (cursor.isAlive()) {", "if (!collection.isEmpty()) {"),
                        new Patch(CURSOR, "if (hint == null && !isAlive()) {", "if (LONGEST < 0) {")),
                Mutant.of(
                        "ordinary-is-silent",
                        "a collection that an insert has made is made capped before it is read",
                        "hints-are-made-ordinary",
                        new Patch(
                                COLLECTIONS,
                                "            makeCapped(collection); // an insert had made it\n            return opened(collection, agent, silence);\n",
                                DEAF)));
    }

    private static List<Mutant> ofPlaces() {
        return List.of(
                Mutant.of(
                        "stays-with-the-former-primary",
                        "a cursor is opened again when another member is primary",
                        "another-primary-has-the-hints",
                        new Patch(CURSOR, "if (!primary.get().equals(openedUnder)) {", "if (openedUnder.isEmpty()) {")),
                Mutant.of(
                        "refused-and-asked-again",
                        "who may not read hints follows the change stream",
                        "hints-cannot-be-read",
                        new Patch(
                                HINTS + "MongoHintChannel.java",
                                "lost(now.text() + \": \" + said(e));",
                                "log.debug(\"{} is refused\", now);")),
                Mutant.of(
                        "others-are-not-looked-at",
                        "who stands beside an agent that writes no hints follows the change stream",
                        "hints-cannot-be-written",
                        new Patch(
                                STORE,
                                "return owners(lock).anyMatch(owner -> owner.agent().equals(self))",
                                "return false && owners(lock).anyMatch(owner -> owner.agent().equals(self))")));
    }

    private static List<Mutant> ofLooks() {
        return List.of(
                Mutant.of(
                        "next-do-not-look",
                        "the first two in line look for themselves within a second",
                        "hints-are-lost",
                        new Patch(
                                HINTS + "HintWakes.java",
                                "found.isEmpty() && ticker.getAsLong() - lookedAt >= LOOK_AFTER.toNanos()",
                                "found.size() > finds")),
                Mutant.of(
                        "others-do-not-look",
                        "those behind the first two look for themselves within three seconds",
                        "hints-are-lost",
                        new Patch(
                                HINTS + "OwnWaits.java", "return next || now - lookedAt >= REARWARD;", "return next;")),
                Mutant.of(
                        "recalls-once",
                        "who still waits for a kept lease at its look recalls it again",
                        "recall-is-lost",
                        new Patch(
                                STORE,
                                "locks.forEach(this::tellAgain);",
                                "locks.forEach(lock -> saw(lock, \"\", true));")));
    }
}
