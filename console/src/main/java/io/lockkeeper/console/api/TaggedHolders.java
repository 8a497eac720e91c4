package io.lockkeeper.console.api;

import io.lockkeeper.console.act.eviction.Seen;
import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The holders of locks, each by the tag that If-Match names: of Lockkeeper's own locks the token of a lease, of another library's an
 * acquisition. A tag names this holder or none, never the present one unseen.
 */
@Component
final class TaggedHolders {

    private static final Pattern TOKEN = Pattern.compile("\"(\\d{1,18})\"");

    private final LockReader reader;
    private final ApiLocks whole;
    private final AskedSources asked;

    TaggedHolders(LockReader reader, ApiLocks whole, AskedSources asked) {
        this.reader = reader;
        this.whole = whole;
        this.asked = asked;
    }

    /**
     * The holder with the tag.
     *
     * @throws ProblemException if there is no such lock, or the tag names none of its holders
     */
    Seen find(LockId lock, String tag) {
        return asked.isOurs(lock.source()) ? lease(lock, tag) : acquisition(lock, tag);
    }

    /** The refusal because the seen holder has gone, with the lock as it is now. */
    ProblemException changed(LockId lock, String detail) {
        ProblemException problem = changed(detail);
        try {
            ScopedBoard board = asked.board(lock.source());
            return problem.with(
                    "current", asked.isOurs(lock.source()) ? whole.of(read(board, lock), board) : whole.of(lock));
        } catch (ProblemException gone) {
            return problem;
        }
    }

    private Seen lease(LockId lock, String tag) {
        long token = token(tag);
        ScopedBoard board = asked.board(lock.source());
        Lock found = read(board, lock);
        return found.holders().stream()
                .filter(holder -> holder.token() == token)
                .findFirst()
                .map(holder -> Seen.of(lock.name(), holder))
                .orElseThrow(() -> changed("No lease of this lock has the token %s.".formatted(IfMatch.tag(token)))
                        .with("current", whole.of(found, board)));
    }

    /** One of Lockkeeper's own locks as it is stored: the board may be behind. */
    private Lock read(ScopedBoard board, LockId lock) {
        return reader.read(board.scope(), lock)
                .filter(it -> !it.isForeign())
                .orElseThrow(() -> ProblemException.noLock(lock.name()));
    }

    /** The acquisition with that tag; of several documents of the name, the one that has it. */
    private Seen acquisition(LockId lock, String tag) {
        ScopedBoard board = asked.board(lock.source());
        BoardSnapshot unused = AskedSources.read(board);
        List<Lock> documents = board.all(lock.name());
        if (documents.isEmpty()) {
            throw ProblemException.noLock(lock.name());
        }
        return documents.stream()
                .map(Lock::facts)
                .filter(each -> IfMatch.quoted(each.acquisition().tag()).equals(tag))
                .findFirst()
                .map(Seen::of)
                .orElseThrow(() -> changed(lock, "It is not the acquisition that If-Match names."));
    }

    private static ProblemException changed(String detail) {
        return new ProblemException(HttpStatus.PRECONDITION_FAILED, (detail + " Nothing was changed.").strip());
    }

    private static long token(String tag) {
        Matcher token = TOKEN.matcher(tag);
        if (!token.matches()) {
            throw ProblemException.badRequest("If-Match must be one token in quotes, as in \"1795258911456000\".");
        }
        return Long.parseLong(token.group(1));
    }
}
