package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A column of the list of locks: its title, from which width of the list on it is shown unless users choose, and the order that it gives. */
public enum ListColumn {
    NAME("Lock", 0),
    STATE("State", 680),
    HOLDER("Holder", 680),
    HOST("Host", ListColumn.CHOSEN),
    HELD("Held", 0),
    GRANTED("Granted", ListColumn.CHOSEN),
    LEFT("Expires in", 940),
    WAITERS("Waiting", 0),
    TOKEN("Token", 1_260),
    JOB("Job", 1_052);

    /** Those that users choose; the name is always shown. */
    public static final Set<ListColumn> OPTIONAL = Collections.unmodifiableSet(EnumSet.range(STATE, JOB));

    /** No list is so wide. */
    private static final int CHOSEN = Integer.MAX_VALUE;

    private final String title;
    private final int least;

    ListColumn(String title, int least) {
        this.title = title;
        this.least = least;
    }

    public String title() {
        return this == GRANTED ? Times.present().titled(title) : title;
    }

    /** Whether a list of that many pixels has room for it. */
    public boolean fits(int width) {
        return width >= least;
    }

    /** Whether locks can be listed in its order. */
    public boolean isSortable() {
        return order(lock -> JobMark.NONE).isPresent();
    }

    private Optional<Comparator<Lock>> order(Function<Lock, JobMark> jobs) {
        return switch (this) {
            case NAME -> Optional.of(Comparator.comparing(Lock::name));
            case HOLDER -> Optional.of(Comparator.comparing(ListColumn::holder));
            case HELD -> Optional.of(Comparator.comparing(Lock::heldSince, Comparator.reverseOrder()));
            case LEFT ->
                Optional.of(Comparator.comparing(lock -> lock.expiresAt().orElse(Instant.MAX)));
            case WAITERS -> Optional.of(Comparator.comparingInt(Lock::waiters));
            case TOKEN -> Optional.of(Comparator.comparingLong(Lock::heldToken));
            case JOB -> {
                IdentityHashMap<Lock, JobMark> marks = new IdentityHashMap<>();
                yield Optional.of(Comparator.comparing(lock -> marks.computeIfAbsent(lock, jobs), JobMark.BY_WORRY));
            }
            case STATE, HOST, GRANTED -> Optional.empty();
        };
    }

    /** Where no holder is known, the lock comes last. */
    private static String holder(Lock lock) {
        return lock.heldBy().isEmpty() ? "\uffff" : lock.heldBy();
    }

    /**
     * The locks in its order. Documents that are not locks come last in every order.
     *
     * @param jobs the job behind each lock
     */
    List<Lock> sorted(List<Lock> locks, boolean descending, Function<Lock, JobMark> jobs) {
        Comparator<Lock> chosen = order(jobs).orElseThrow();
        return locks.stream()
                .sorted(Comparator.comparing(Lock::isForeign)
                        .thenComparing(descending ? chosen.reversed() : chosen)
                        .thenComparing(Lock::name))
                .toList();
    }

    /** The column in whose order locks are listed; empty if there is none of the name, in either case. */
    public static Optional<ListColumn> sortedBy(String name) {
        return Stream.of(values())
                .filter(it -> it.isSortable() && it.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The columns in an address. */
    static String address(Set<ListColumn> columns) {
        return columns.stream().map(it -> it.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(","));
    }

    /** The columns that an address names; unknown names are ignored. */
    static Set<ListColumn> of(String address) {
        Set<String> named =
                new HashSet<>(List.of(address.toUpperCase(Locale.ROOT).split(",", -1)));
        EnumSet<ListColumn> columns = EnumSet.copyOf(OPTIONAL);
        columns.removeIf(column -> !named.contains(column.name()));
        return Collections.unmodifiableSet(columns);
    }
}
