package io.lockkeeper.console.ask.locks;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Severity;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.LockState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which locks a page lists, and how.
 *
 * @param source the id of the source that they are in; empty for the console's first collection
 * @param search as {@link LockSearch} understands it; empty for all
 * @param free whether free locks are listed too
 * @param order in which order, or null for what worries first
 * @param descending whether that order is reversed
 * @param look how the list looks
 */
public record LockQuery(
        String source,
        String search,
        boolean free,
        @Nullable ListColumn order,
        boolean descending,
        ListLook look) {

    public static final LockQuery ALL = new LockQuery("", "", false, null, false, ListLook.USUAL);

    static final String SEARCH = "q";
    private static final String SORT = "sort";
    private static final String FREE = "free";

    public LockQuery {
        search = search.strip();
    }

    /** The same query of another source. */
    public LockQuery in(String other) {
        return new LockQuery(other, search, free, order, descending, look);
    }

    public LockQuery searching(String text) {
        return new LockQuery(source, text, free, order, descending, look);
    }

    public LockQuery withFree(boolean shown) {
        return new LockQuery(source, search, shown, order, descending, look);
    }

    public LockQuery ordered(@Nullable ListColumn by, boolean turned) {
        return new LockQuery(source, search, free, by, turned, look);
    }

    public LockQuery looking(ListLook other) {
        return new LockQuery(source, search, free, order, descending, other);
    }

    /** The query in an address, without defaults. */
    public QueryParameters address() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(LockAddress.SOURCE, LockAddress.ofOptional(source));
        parameters.put(SEARCH, search);
        parameters.put(
                SORT,
                order == null ? "" : (descending ? "-" : "") + order.name().toLowerCase(Locale.ROOT));
        parameters.put(FREE, free ? "1" : "");
        look.address(parameters);
        return PageQuery.by(parameters);
    }

    /** The query in an address; what is not understood is ignored. */
    public static LockQuery of(QueryParameters address) {
        String sort = address.getSingleParameter(SORT).orElse("");
        boolean turned = sort.startsWith("-");
        ListColumn order =
                ListColumn.sortedBy(turned ? sort.substring(1) : sort).orElse(null);
        return new LockQuery(
                LockAddress.nameOf(PageQuery.text(address, LockAddress.SOURCE)),
                address.getSingleParameter(SEARCH).orElse(""),
                address.getSingleParameter(FREE).isPresent(),
                order,
                order != null && turned,
                ListLook.of(
                        PageQuery.text(address, ListLook.GROUP),
                        address.getSingleParameter(ListLook.FOLDED).isPresent(),
                        PageQuery.text(address, ListLook.COLUMNS),
                        PageQuery.text(address, ListLook.ROWS)));
    }

    /** The board's locks that it asks for; those with findings first, unless it names an order. */
    public List<Lock> of(BoardSnapshot board, Map<String, Finding> worst) {
        return of(board, worst, lock -> JobMark.NONE);
    }

    /**
     * The same, which may be ordered by the jobs behind the locks.
     *
     * @param jobs the job behind each lock
     */
    public List<Lock> of(BoardSnapshot board, Map<String, Finding> worst, Function<Lock, JobMark> jobs) {
        List<Lock> found = search.isEmpty() && !free
                ? board.locks()
                : Stream.concat(board.locks().stream(), free ? board.free().stream() : Stream.empty())
                        .filter(LockSearch.of(search).at(board.serverTime()))
                        .toList();
        return order == null ? worstFirst(found, worst, board.serverTime()) : order.sorted(found, descending, jobs);
    }

    /** Whether it asks for free locks, of which the board does not keep all. */
    public boolean lacksFree(BoardSnapshot board) {
        return free && board.moreFree();
    }

    /** Orders by severity, and keeps the order among equals. Notes do not count: they need no attention. A free lock keeps no waiter. */
    private static List<Lock> worstFirst(List<Lock> locks, Map<String, Finding> worst, Instant now) {
        if (worst.isEmpty()) {
            return locks;
        }
        Map<Severity, List<Lock>> worried = new EnumMap<>(Severity.class);
        List<Lock> rest = new ArrayList<>(locks.size());
        for (Lock lock : locks) {
            Severity severity = severity(worst.get(lock.name()));
            boolean first = severity != Severity.NOTE && lock.state(now) != LockState.FREE;
            (first ? worried.computeIfAbsent(severity, unused -> new ArrayList<>()) : rest).add(lock);
        }
        List<Lock> all = new ArrayList<>(locks.size());
        worried.values().forEach(all::addAll);
        all.addAll(rest);
        return all;
    }

    private static Severity severity(@Nullable Finding finding) {
        return finding == null ? Severity.NOTE : finding.kind().severity();
    }
}
