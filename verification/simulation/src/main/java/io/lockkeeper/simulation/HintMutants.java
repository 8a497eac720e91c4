package io.lockkeeper.simulation;

import static io.lockkeeper.simulation.Sources.HINTING_STORE;
import static io.lockkeeper.simulation.Sources.HINT_WAKES;
import static io.lockkeeper.simulation.Sources.WAKE_REACTION;
import static io.lockkeeper.simulation.Sources.WAKE_STREAM;

import io.lockkeeper.faults.overlay.Patch;
import java.util.List;

/** Agents whose hints reach too few, or that trust hints to come. */
final class HintMutants {

    private HintMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "no-look-of-its-own",
                        "an agent looks for itself once a second, because a hint may be lost",
                        new Patch(
                                HINT_WAKES,
                                "found.isEmpty() && ticker.getAsLong() - lookedAt >= LOOK_AFTER.toNanos()",
                                "found.size() > finds")),
                Mutant.of(
                        "only-the-stream-or-nothing",
                        "an agent that is granted neither hints nor a stream looks for itself",
                        new Patch(
                                HINTING_STORE,
                                "if (DriverErrors.isUnknown(e)) {",
                                "if (DriverErrors.isUnknown(e) || channel.place().isEmpty()) {")),
                Mutant.of(
                        "keeps-what-it-cannot-hear",
                        "an agent that nothing wakes keeps no lease: it would hear no recall",
                        new Patch(WAKE_REACTION, "if (heard) {", "if (heard || !heard) {")),
                Mutant.of(
                        "ended-together-and-not-read",
                        "whom the leases that end together were granted to is read, and told",
                        new Patch(
                                HINTING_STORE,
                                "if (channel.place().isPresent() && left.isPositive()) {",
                                "if (left.isNegative()) {")),
                Mutant.of(
                        "hints-of-its-own-change-only",
                        "where another change has overwritten whom a change concerned, all are told",
                        new Patch(
                                HINTING_STORE,
                                "sender.add(place, hints.isEmpty() && !immediate ? seen(lock, place) : hints);",
                                "sender.add(place, hints);")),
                Mutant.of(
                        "looks-before-it-listens",
                        "an agent looks for itself when its cursor is open, and not before",
                        new Patch(
                                WAKE_STREAM,
                                "        try (Wakes wakes = store.wakes(agent)) {\n            heard = wakes.isHeard();\n            open = true;\n            listener.opened(heard);\n",
                                "        listener.opened(true);\n        try (Wakes wakes = store.wakes(agent)) {\n            heard = wakes.isHeard();\n            open = true;\n")),
                Mutant.of(
                        "hints-before-the-change",
                        "a hint is sent when the change is acknowledged, and not before",
                        new Patch(HINTING_STORE, """
                                        Reply reply = store.apply(marked(ask), stamp, timeout);
                                        saw(reply, stamp);
                                """, """
                                        if (ask instanceof Ask.Remove) {
                                            store.read(List.of(ask.lock()), timeout).values().stream()
                                                    .flatMap(each -> each.lock().queue().stream())
                                                    .map(next -> new Hint(next.owner().agent(), next.acquirer()))
                                                    .forEach(hint -> sender.add(HintPlace.LOCAL, List.of(hint)));
                                            return store.apply(ask, stamp, timeout);
                                        }
                                        Reply reply = store.apply(marked(ask), stamp, timeout);
                                        saw(reply, stamp);
                                """)),
                Mutant.of(
                        "writes-where-it-reads",
                        "a hint is written where the agent reads that it concerns, which may be another place",
                        new Patch(
                                HINTING_STORE,
                                "owners(lock).flatMap(owner -> Stream.ofNullable(owner.wakes())).forEach(places::add);",
                                "")),
                Mutant.of(
                        "recalls-once",
                        "who still waits for a kept lease at its look recalls it again",
                        new Patch(
                                HINTING_STORE,
                                "locks.forEach(this::tellAgain);",
                                "locks.forEach(lock -> saw(lock, \"\", true));")));
    }
}
