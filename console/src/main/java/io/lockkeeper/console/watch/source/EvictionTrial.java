package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.Aftermath;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.dialect.ForceOrder;
import io.lockkeeper.console.watch.dialect.ForcedRelease;
import io.lockkeeper.console.watch.dialect.LockReading;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * The eviction of the first held lock of a collection, which is not sent.
 *
 * @param now by the clock of the collection's cluster
 */
record EvictionTrial(Dialect dialect, Instant now) {

    private static final String WHAT = "an eviction";
    private static final Duration QUARANTINE = Duration.ofSeconds(15);
    private static final int LONGEST = 600;

    /** The line of the trial; empty if no document of the sample is a held lock. */
    Optional<TrialLine> line(List<BsonDocument> sample, TtlIndexes indexes) {
        return sample.stream()
                .flatMap(document -> LockReading.of(document, dialect, indexes)
                        .filter(lock -> lock.state(now) == State.HELD)
                        .map(lock -> line(document, lock))
                        .stream())
                .findFirst();
    }

    private TrialLine line(BsonDocument document, DialectLock lock) {
        ForceOrder order =
                new ForceOrder("test", now, now.plus(QUARANTINE), QUARANTINE, "an operator", "a reason", false);
        String read = "%s reads as held%s%s%s. "
                .formatted(
                        Formats.name(lock.name()),
                        lock.holders().isEmpty() ? "" : " by " + Formats.visible(String.join(", ", lock.holders())),
                        lock.acquired().map(at -> " since " + Formats.exact(at)).orElse(""),
                        lock.expiry()
                                .instant()
                                .map(at -> ", until " + Formats.exact(at))
                                .orElse(""));
        return dialect.force(document, lock.acquisition(), order)
                .map(change -> line(read, change, document, lock))
                .orElseGet(() -> TrialLine.good(WHAT, read + "The dialect only shows locks."));
    }

    private TrialLine line(String read, ForcedRelease change, BsonDocument document, DialectLock lock) {
        return switch (change) {
            case ForcedRelease.Delete(BsonDocument filter) ->
                TrialLine.good(WHAT, read + "It would delete the document if it still is %s.".formatted(json(filter)));
            case ForcedRelease.Update update -> {
                String would = read
                        + "It would make the change %s if the document still is %s."
                                .formatted(json(update.update()), json(update.filter()));
                yield new Aftermath(dialect, lock.acquisition(), now)
                        .faultBefore(update, document)
                        .map(fault -> TrialLine.bad(
                                WHAT,
                                "%s But %s.".formatted(would, fault),
                                "Correct the dialect: the console sends no such change."))
                        .orElseGet(() -> TrialLine.good(WHAT, would));
            }
            case ForcedRelease.Mark mark -> TrialLine.good(WHAT, read + "It would mark the lease.");
            case ForcedRelease.Remove removal -> TrialLine.good(WHAT, read + "It would remove the lease.");
        };
    }

    private static String json(BsonDocument document) {
        String text = Formats.visible(document.toJson());
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
