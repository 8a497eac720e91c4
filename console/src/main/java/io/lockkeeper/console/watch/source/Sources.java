package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.people.users.AdminChanges;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;

/**
 * The administration of sources. The caller's role is checked here, for every page and the API; each change is stored together with its
 * record, or not at all.
 */
@Service
public class Sources {

    /** The most sources: each collection costs a change stream of its own. */
    static final int MOST = Board.SOURCES;

    private final LockSources stored;
    private final LockCollections collections;
    private final Dialects dialects;
    private final ForbiddenPlaces forbidden;
    private final SourceFeeds feeds;
    private final AdminChanges changes;
    private final ConsolePrivileges keeping;

    Sources(
            LockSources stored,
            LockCollections collections,
            Dialects dialects,
            ForbiddenPlaces forbidden,
            SourceFeeds feeds,
            AdminChanges changes,
            ConsolePrivileges keeping) {
        this.stored = stored;
        this.collections = collections;
        this.dialects = dialects;
        this.forbidden = forbidden;
        this.feeds = feeds;
        this.changes = changes;
        this.keeping = keeping;
    }

    /** Why no source can be added or removed; empty if one can. */
    public Optional<String> whyNoneIsChanged() {
        return keeping.whyNoSourceIsChanged();
    }

    /** Follows the collection from now on. Returns the new source. */
    public LockSource add(Place place, String dialect) {
        Author author = AdminCheck.present();
        String library = dialects.find(dialect)
                .orElseThrow(() -> new InvalidException("There is no dialect “%s”.".formatted(dialect)))
                .library();
        forbidden.refuse(place);
        if (dialect.equals(LockkeeperDialect.ID) && forbidden.isFirst(place)) {
            throw new RefusedException(
                    "%s is the collection whose locks the page Locks shows: it cannot be a source as well."
                            .formatted(place));
        }
        LockSource source = LockSource.of(place, dialect, LastChange.next(null, feeds.now()), author.words());
        changing(author, source.id(), "source added: %s as %s".formatted(place, library), () -> {
            if (stored.findById(source.id()).isPresent()) {
                throw new RefusedException("%s is watched already.".formatted(place));
            }
            if (stored.count() >= MOST) {
                throw new RefusedException(String.format(
                        Locale.ROOT, "There are %d sources, and no more are allowed. Remove one first.", MOST));
            }
            stored.insert(source);
        });
        return source;
    }

    /**
     * Stops following the collection, which stays as it is. Returns the source's id.
     *
     * @param seen the time of the last change of the source that the author has seen
     * @throws OutdatedException if somebody has changed or removed it since
     */
    public String remove(String id, Instant seen) {
        changing(AdminCheck.present(), id, "source removed", () -> {
            LockSource unused = known(id, seen);
            stored.deleteById(id);
        });
        return id;
    }

    /**
     * Allows operators to evict holders of its locks, or makes it read-only. {@code seen} means what it does in {@link
     * #remove}. Returns the source's id.
     */
    public String allowReleases(String id, boolean allowed, Instant seen) {
        Author author = AdminCheck.present();
        String what = allowed ? "forced releases allowed" : "made read-only";
        changing(author, id, what, () -> {
            LockSource known = known(id, seen);
            LastChange now = new LastChange(LastChange.next(known.lastChange(), feeds.now()), author.words());
            stored.save(allowed ? known.releasable(now) : known.readOnly(now));
        });
        return id;
    }

    private LockSource known(String id, Instant seen) {
        LockSource known = stored.findById(id).orElse(null);
        LastChange.require("source " + id, seen, known == null ? null : known.lastChange());
        return Objects.requireNonNull(known);
    }

    /** The source as it is stored now, which a page may not show yet. Waits for MongoDB. */
    public Optional<LockSource> stored(String id) {
        return collections.find(id);
    }

    private void changing(Author author, String subject, String what, Runnable change) {
        whyNoneIsChanged().ifPresent(why -> {
            throw new RefusedException("Nothing was changed: %s.".formatted(why));
        });
        changes.make(author, "source: " + subject, what, change);
        feeds.look();
    }
}
