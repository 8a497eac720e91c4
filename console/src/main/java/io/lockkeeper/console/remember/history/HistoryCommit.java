package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.ground.mongodb.PoisonedWrite;
import io.lockkeeper.console.ground.store.OwnTransactions;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes a part of the history and the stream position after it, both or neither. Otherwise a recorder that resumes at the
 * earlier position would count the same leases again.
 *
 * <p>See docs/maintainers/decisions/2026-11-23-a-digest-a-minute.md.
 */
@Component
class HistoryCommit {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryCommit.class);

    private final HistoryWriter writer;
    private final Places places;
    private final OwnTransactions transactions;
    private final LeftOutChanges leftOut;

    HistoryCommit(HistoryWriter writer, Places places, OwnTransactions transactions, LeftOutChanges leftOut) {
        this.writer = writer;
        this.places = places;
        this.transactions = transactions;
        this.leftOut = leftOut;
    }

    /** Records that this was left out by then, if it is anything. */
    void leaveOut(LeftOut what, Instant at) {
        leftOut.add(what, at);
    }

    /**
     * Writes both. The server deletes what is due meanwhile, and an administrator may make an index: that conflicts, and is tried
     * again. Answers what was left out, because it cannot be written.
     *
     * @throws DeposedException if a later recorder has begun; nothing is written then
     */
    LeftOut write(Digested part, RecorderPlace place) {
        try {
            together(part, place);
            return LeftOut.NOTHING;
        } catch (RuntimeException e) {
            if (!PoisonedWrite.is(e)) {
                throw e;
            }
            return oneByOne(part, place);
        }
    }

    /** Leaves out what cannot be written. Writing the same event again changes nothing, so that the place may come last. */
    private LeftOut oneByOne(Digested part, RecorderPlace place) {
        LeftOut left = LeftOut.NOTHING;
        for (HistoryEvent event : part.whole()) {
            left = left.plus(tried(new Digested(List.of(event), List.of()), event.lock(), place));
        }
        for (Digest digest : part.digests()) {
            left = left.plus(
                    tried(new Digested(List.of(), List.of(digest)), digest.key().lock(), place));
        }
        together(Digested.NOTHING, place);
        return left;
    }

    private LeftOut tried(Digested one, String lock, RecorderPlace place) {
        try {
            transactions.run(() -> writer.write(one));
            return LeftOut.NOTHING;
        } catch (RuntimeException e) {
            if (!PoisonedWrite.is(e)) {
                throw e;
            }
            LOG.debug("lock={} cannot be written at place={}", lock, place.at(), e);
            return LeftOut.NOTHING.andNotUnderstood(lock);
        }
    }

    private void together(Digested part, RecorderPlace place) {
        transactions.run(() -> {
            writer.write(part);
            if (!places.save(place)) {
                throw new DeposedException();
            }
        });
    }

    /** Another console records already, since this one's term ended without its notice. */
    static final class DeposedException extends RuntimeException {

        DeposedException() {
            super("Another console has taken over the recording.");
        }
    }
}
