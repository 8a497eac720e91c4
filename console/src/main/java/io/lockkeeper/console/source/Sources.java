package io.lockkeeper.console.source;

import io.lockkeeper.console.access.AccessLog;
import io.lockkeeper.console.board.ServerClock;
import io.lockkeeper.console.cluster.Clusters;
import io.lockkeeper.console.dialect.Dialects;
import io.lockkeeper.console.dialect.OwnDialect;
import io.lockkeeper.console.shell.RefusedException;
import io.lockkeeper.console.store.Keeping;
import io.lockkeeper.console.users.AdminCheck;
import io.lockkeeper.console.users.Author;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What administrators may do about sources. Who asks is checked here, whatever page it came from; each change is kept with
 * its record, or not at all.
 */
@Service
public class Sources {

    /** Each collection costs a change stream of its own. */
    static final int MOST = 50;

    private final LockSources stored;
    private final Clusters clusters;
    private final Dialects dialects;
    private final FirstCollection first;
    private final SourceFeeds feeds;
    private final AdminCheck admins;
    private final AccessLog log;
    private final Keeping keeping;
    private final TransactionTemplate transactions;
    private final ServerClock clock;

    Sources(
            LockSources stored,
            Clusters clusters,
            Dialects dialects,
            FirstCollection first,
            SourceFeeds feeds,
            AdminCheck admins,
            AccessLog log,
            Keeping keeping,
            TransactionTemplate transactions,
            ServerClock clock) {
        this.stored = stored;
        this.clusters = clusters;
        this.dialects = dialects;
        this.first = first;
        this.feeds = feeds;
        this.admins = admins;
        this.log = log;
        this.keeping = keeping;
        this.transactions = transactions;
        this.clock = clock;
    }

    /** Why no source can be added or removed; empty if one can. */
    public Optional<String> whyNoneIsChanged() {
        return keeping.whyNoSourceIsChanged();
    }

    /** Has the collection followed from now on; answers the new source. */
    public LockSource add(Place place, String dialect) {
        Author author = AdminCheck.present();
        String library = dialects.find(dialect)
                .orElseThrow(() -> new RefusedException("There is no dialect “%s”.".formatted(dialect)))
                .library();
        clusters.get(place.cluster());
        if (dialect.equals(OwnDialect.ID) && first.is(place)) {
            throw new RefusedException(
                    "%s is the collection whose locks the page Locks shows: it cannot be a source as well."
                            .formatted(place));
        }
        LockSource source = LockSource.of(place, dialect, clock.now(), author.words());
        changing(author, source.id(), "source added: %s as %s".formatted(place, library), () -> {
            if (stored.findById(source.id()).isPresent()) {
                throw new RefusedException("%s is watched already.".formatted(place));
            }
            if (stored.count() >= MOST) {
                throw new RefusedException("%d sources are the most. Remove one first.".formatted(MOST));
            }
            stored.insert(source);
        });
        return source;
    }

    /** Follows it no longer. The collection stays as it is; answers the source's id. */
    public String remove(String id) {
        changing(AdminCheck.present(), id, "source removed", () -> stored.deleteById(id));
        return id;
    }

    /** Allows operators to release its locks by force, or no longer; answers the source. */
    public LockSource allowReleases(String id, boolean allowed) {
        Author author = AdminCheck.present();
        LockSource known = stored.findById(id)
                .orElseThrow(() -> new RefusedException("This source was removed meanwhile. Nothing was changed."));
        LockSource changed = allowed ? known.releasable(clock.now(), author.words()) : known.readOnly();
        String what = allowed ? "forced releases allowed" : "made read-only";
        changing(author, id, what, () -> stored.save(changed));
        return changed;
    }

    /** As it is stored now, whatever a page shows. Waits for MongoDB. */
    public Optional<LockSource> stored(String id) {
        return stored.findById(id);
    }

    private void changing(Author author, String subject, String what, Runnable change) {
        whyNoneIsChanged().ifPresent(why -> {
            throw new RefusedException("Nothing was changed: %s.".formatted(why));
        });
        transactions.executeWithoutResult(status -> {
            admins.still(author);
            change.run();
            log.configured("source: " + subject, author.words(), author.ip(), what);
        });
        feeds.look();
    }
}
