package io.lockkeeper.console.ask.locks;

import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.watch.board.Lock;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A column of the list of locks: its title, from which width of the list on it is shown unless users choose, the order that it gives, and its
 * text, if that is all that its cells have.
 */
@SuppressWarnings("ImmutableEnumChecker") // a column is of functions
public enum ListColumn {
    NAME("Lock", 0, Comparator.comparing(Lock::name)),
    STATE("State", 680),
    HOLDER("Holder", 680, Comparator.comparing(ListColumn::holder)),
    HOST("Host", ListColumn.CHOSEN, ListColumn::host),
    HELD("Held", 0, Comparator.comparing(Lock::heldSince, Comparator.reverseOrder())),
    GRANTED("Granted", ListColumn.CHOSEN),
    LEFT("Expires in", 940, Comparator.comparing(ListColumn::end)),
    WAITERS("Waiting", 0, Comparator.comparingInt(Lock::waiters)),
    TOKEN("Token", 1_260, Comparator.comparingLong(Lock::heldToken)),
    /** In the order of what is worst. */
    JOB("Job", 1_052);

    /** Those that users choose; the name is always shown. */
    public static final Set<ListColumn> OPTIONAL = Collections.unmodifiableSet(EnumSet.range(STATE, JOB));

    /** No list is so wide. */
    private static final int CHOSEN = Integer.MAX_VALUE;

    /** Those whose cells have only a text. */
    public static final List<ListColumn> PLAIN =
            Stream.of(values()).filter(column -> column.text != null).toList();

    private final String title;
    private final int least;
    private final @Nullable Comparator<Lock> order;
    private final @Nullable Function<Lock, String> text;

    ListColumn(String title, int least) {
        this(title, least, null, null);
    }

    ListColumn(String title, int least, Comparator<Lock> order) {
        this(title, least, order, null);
    }

    ListColumn(String title, int least, Function<Lock, String> text) {
        this(title, least, null, text);
    }

    ListColumn(String title, int least, @Nullable Comparator<Lock> order, @Nullable Function<Lock, String> text) {
        this.title = title;
        this.least = least;
        this.order = order;
        this.text = text;
    }

    /** The texts of a lock, by the columns that have no more. */
    public static Map<ListColumn, String> texts(Lock lock) {
        Map<ListColumn, String> texts = new EnumMap<>(ListColumn.class);
        PLAIN.forEach(
                column -> texts.put(column, Objects.requireNonNull(column.text).apply(lock)));
        return texts;
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
        if (this != JOB) {
            return Optional.ofNullable(order);
        }
        IdentityHashMap<Lock, JobMark> marks = new IdentityHashMap<>();
        return Optional.of(Comparator.comparing(lock -> marks.computeIfAbsent(lock, jobs), JobMark.BY_WORRY));
    }

    private static String host(Lock lock) {
        return lock.holder().map(holder -> holder.owner().host()).orElse("");
    }

    private static Instant end(Lock lock) {
        return lock.expiresAt().orElse(Instant.MAX);
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
