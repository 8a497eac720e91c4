package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.TtlIndexes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * The trial of how much of a collection a dialect reads.
 *
 * @param sample all documents of the collection, or the first of many
 */
record ReadTrial(Dialect dialect, List<BsonDocument> sample) {

    TrialLine line(String what) {
        if (sample.isEmpty()) {
            return TrialLine.less(
                    what, "May read, but there is no document, or no such collection yet.", "Check its name.");
        }
        List<DialectLock> locks = sample.stream()
                .map(document -> dialect.read(document, TtlIndexes.UNREADABLE))
                .flatMap(Optional::stream)
                .toList();
        List<DialectLock> odd =
                locks.stream().filter(lock -> !lock.isReadable()).toList();
        String read = String.format(
                Locale.ROOT,
                "May read: %,d of %,d documents %s of %s.",
                locks.size() - odd.size(),
                sample.size(),
                locks.size() - odd.size() == 1 ? "is a lock" : "are locks",
                dialect.library());
        return odd.isEmpty() ? TrialLine.good(what, read) : unread(what, read, locks.size(), odd);
    }

    private TrialLine unread(String what, String read, int locks, List<DialectLock> odd) {
        DialectLock first = odd.getFirst();
        String found = String.format(
                Locale.ROOT,
                "%s This dialect cannot read %,d of them, for example “%s”: %s.",
                read,
                odd.size(),
                Formats.visible(first.name()),
                Formats.visible(first.damage()));
        String remedy = odd.size() == locks
                ? "Choose another dialect, or write one for these documents."
                : "Who holds their locks stays unknown: write a dialect that reads them, or move them if they are no locks.";
        return odd.size() == locks ? TrialLine.bad(what, found, remedy) : TrialLine.less(what, found, remedy);
    }
}
