package io.lockkeeper.console.api;

import io.lockkeeper.console.act.eviction.Seen;
import io.lockkeeper.console.ask.locks.LockReader;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.source.ScopedBoard;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * The holders of locks, each by the tag that If-Match names: in the first collection the token of a lease, in a source the ETag of an
 * acquisition. A tag names this holder or none, never the present one unseen.
 */
@Component
final class TaggedHolders {

    private static final Pattern TOKEN = Pattern.compile("\"(\\d{1,18})\"");

    private final LockReader reader;
    private final ApiLocks whole;
    private final AskedSources asked;
    private final FindingsFeed findings;
    private final Tags byToken = new Tags(this::lease, (lock, seen) -> lease(lock));
    private final Tags byAcquisition = new Tags(this::acquisition, this::document);

    TaggedHolders(LockReader reader, ApiLocks whole, AskedSources asked, FindingsFeed findings) {
        this.reader = reader;
        this.whole = whole;
        this.asked = asked;
        this.findings = findings;
    }

    /**
     * The tags of holders, in addresses with and without a source.
     *
     * @param find the holder with a tag
     * @param now what is there now of the one that was seen
     */
    private record Tags(BiFunction<LockId, String, Seen> find, BiFunction<LockId, Seen, Optional<Object>> now) {}

    /**
     * The holder with the tag.
     *
     * @throws ProblemException if there is no such lock, or the tag names none of its holders
     */
    Seen find(LockId lock, String tag) {
        return tags(lock).find.apply(lock, tag);
    }

    /** The refusal because the seen holder has gone, with the present one. */
    ProblemException changed(LockId lock, Seen seen, String detail) {
        ProblemException problem = changed(detail);
        return tags(lock)
                .now
                .apply(lock, seen)
                .map(it -> problem.with("current", it))
                .orElse(problem);
    }

    private Tags tags(LockId lock) {
        return lock.isFirst() ? byToken : byAcquisition;
    }

    private Seen lease(LockId lock, String tag) {
        long token = token(tag);
        Lock found = reader.read(LockScope.present(), lock)
                .filter(it -> !it.isForeign())
                .orElseThrow(() -> ProblemException.noLock(lock.name()));
        return found.holders().stream()
                .filter(holder -> holder.token() == token)
                .findFirst()
                .map(holder -> Seen.of(lock.name(), holder))
                .orElseThrow(() -> changed(String.format(Locale.ROOT, "No lease of this lock has the token %d.", token))
                        .with("current", whole.of(found)));
    }

    /** The acquisition with that tag; of several documents of the name, the one that has it. */
    private Seen acquisition(LockId lock, String tag) {
        ScopedBoard board = board(lock);
        Lock first = AskedSources.lock(board, lock.name());
        return board.all(lock.name()).stream()
                .flatMap(each -> ApiForeignLock.tagged(each.facts(), tag).stream())
                .findFirst()
                .map(Seen::of)
                .orElseThrow(() -> changed("It is not the acquisition that If-Match names.")
                        .with("current", present(lock.source(), first.facts())));
    }

    private Optional<Object> lease(LockId lock) {
        return reader.read(LockScope.present(), lock).map(whole::of);
    }

    private Optional<Object> document(LockId lock, Seen seen) {
        return board(lock).find(seen.acquisition().id()).map(it -> present(lock.source(), it.facts()));
    }

    private ScopedBoard board(LockId lock) {
        return asked.board(asked.of(lock.source()));
    }

    private ApiForeignLock present(String source, DialectLock lock) {
        return ApiForeignLock.of(
                lock,
                findings.latest(LockScope.present()).worstIn(source).get(lock.name()),
                asked.of(source).now());
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
