package io.lockkeeper.console.watch.source;

import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.ForeignLock.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Locks by id and in the order of a page: those that cannot be read first, then those that have expired, then the held ones,
 * the longest held first, then the free ones. The order is maintained as locks change and time passes, so that reading the
 * first of many needs no sorting. Not thread-safe.
 */
final class Ranking {

    /** Of a lock in six maps and sets, besides its texts. */
    private static final int OVERHEAD = 650;

    private final Map<BsonValue, Place> byId = new HashMap<>();
    private final NavigableMap<Named, Place> byName = new TreeMap<>(Named.ORDER);
    private final Set<String> several = new LinkedHashSet<>();
    private final TreeSet<Place> order = new TreeSet<>(Place.ORDER);
    private final TreeSet<Place> ends = new TreeSet<>(Place.BY_END);
    private final Map<String, Map<BsonValue, ForeignLock>> byAgent = new HashMap<>();
    private final Map<State, Integer> counts = new EnumMap<>(State.class);
    private long bytes;
    private int waiting;
    private long serials;
    private long version;

    /**
     * @param view the lock as pages list it
     * @param serial distinguishes locks that read the same
     */
    private record Place(State state, ForeignLock lock, LockView view, long serial, long bytes) {

        static final Comparator<Place> ORDER = Comparator.comparing(Place::state)
                .thenComparing(it -> it.lock.acquired().orElse(Instant.MAX))
                .thenComparing(it -> it.lock.name())
                .thenComparingLong(Place::serial);

        static final Comparator<Place> BY_END = Comparator.comparing(Place::end).thenComparingLong(Place::serial);

        Instant end() {
            return lock.expiry().instant().orElse(Instant.MAX);
        }

        boolean endsByTime() {
            return state == State.HELD && lock.expiry().instant().isPresent();
        }
    }

    /** Several documents may have one name. */
    private record Named(String name, long serial) {

        static final Comparator<Named> ORDER = Comparator.comparing(Named::name).thenComparingLong(Named::serial);

        static Named of(Place place) {
            return new Named(place.lock().name(), place.serial());
        }
    }

    int size() {
        return byId.size();
    }

    /** Grows with each change. */
    long version() {
        return version;
    }

    Optional<ForeignLock> find(BsonValue id) {
        return Optional.ofNullable(byId.get(id)).map(Place::lock);
    }

    /** Those of this name, the one that changed last first. */
    List<ForeignLock> all(String name, int most) {
        return places(name).descendingMap().values().stream()
                .limit(most)
                .map(Place::lock)
                .toList();
    }

    private NavigableMap<Named, Place> places(String name) {
        return byName.subMap(new Named(name, 0), true, new Named(name, Long.MAX_VALUE), true);
    }

    /** The names that several documents have. */
    List<String> several(int most) {
        return several.stream().limit(most).toList();
    }

    private void countDocuments(String name) {
        NavigableMap<Named, Place> of = places(name);
        boolean more = !of.isEmpty() && !of.firstKey().equals(of.lastKey());
        if (more) {
            several.add(name);
        } else {
            several.remove(name);
        }
    }

    /** @param size how many bytes its document took */
    void put(ForeignLock lock, int size, Instant now) {
        remove(lock.id());
        place(lock, OVERHEAD + 2L * size, now);
    }

    /** About how much of the heap they take. */
    long bytes() {
        return bytes;
    }

    void remove(BsonValue id) {
        Place known = byId.remove(id);
        if (known != null) {
            byName.remove(Named.of(known));
            countDocuments(known.lock().name());
            order.remove(known);
            ends.remove(known);
            counts.merge(known.state(), -1, Integer::sum);
            bytes -= known.bytes();
            waiting -= known.lock().waiting().orElse(0);
            agents(known.lock()).forEach(agent -> byAgent.computeIfPresent(agent, (it, held) -> without(held, id)));
            version++;
        }
    }

    /** Removes the last in the order. */
    void removeLast() {
        remove(order.last().lock().id());
    }

    /** Moves those whose expiry has passed. */
    void advance(Instant now) {
        while (!ends.isEmpty() && !ends.first().end().isAfter(now)) {
            Place ended = ends.first();
            remove(ended.lock().id());
            place(ended.lock(), ended.bytes(), now);
        }
    }

    private void place(ForeignLock lock, long size, Instant now) {
        Place place = new Place(lock.state(now), lock, LockView.of(lock), serials++, size);
        bytes += size;
        waiting += lock.waiting().orElse(0);
        agents(lock)
                .forEach(agent -> byAgent.computeIfAbsent(agent, unseen -> new HashMap<>(2))
                        .put(lock.id(), lock));
        byId.put(lock.id(), place);
        byName.put(Named.of(place), place);
        countDocuments(lock.name());
        order.add(place);
        if (place.endsByTime()) {
            ends.add(place);
        }
        counts.merge(place.state(), 1, Integer::sum);
        version++;
    }

    private static Stream<String> agents(ForeignLock lock) {
        return lock.leases().stream().map(lease -> lease.owner().agent()).distinct();
    }

    private static @Nullable Map<BsonValue, ForeignLock> without(Map<BsonValue, ForeignLock> held, BsonValue id) {
        held.remove(id);
        return held.isEmpty() ? null : held;
    }

    /** Lockkeeper's own that an agent holds, in no particular order. */
    Collection<ForeignLock> heldBy(String agent) {
        return byAgent.getOrDefault(agent, Map.of()).values();
    }

    /** How many waiters there are, as far as documents tell. */
    int waiting() {
        return waiting;
    }

    int count(State state) {
        return counts.getOrDefault(state, 0);
    }

    List<ForeignLock> first(int most) {
        return order.stream().limit(most).map(Place::lock).toList();
    }

    /** All in a state, in order. */
    List<ForeignLock> in(State state, int most) {
        return order.stream()
                .dropWhile(it -> it.state().compareTo(state) < 0)
                .takeWhile(it -> it.state() == state)
                .limit(most)
                .map(Place::lock)
                .toList();
    }

    /** Of several documents of this name, the one that changed last. */
    Optional<LockView> view(String name) {
        return Optional.ofNullable(places(name).lastEntry())
                .map(last -> last.getValue().view());
    }

    /** All of them in order, quickly: whoever reads on does so without this. */
    Listing listing() {
        List<LockView> all = new ArrayList<>(order.size());
        order.forEach(place -> all.add(place.view()));
        Map<String, LockView> last = new HashMap<>();
        several.forEach(name -> view(name).ifPresent(view -> last.put(name, view)));
        return new Listing(all, last);
    }

    /**
     * Locks at one moment.
     *
     * @param all in order
     * @param last of those names that several documents have, the one that changed last
     */
    record Listing(List<LockView> all, Map<String, LockView> last) {

        /** Those in a state, once a name. */
        List<LockView> once(Predicate<LockView> condition) {
            Set<String> seen = new HashSet<>();
            return all.stream()
                    .filter(condition)
                    .filter(view -> last.isEmpty() || !last.containsKey(view.name()) || seen.add(view.name()))
                    .map(view -> last.isEmpty() ? view : last.getOrDefault(view.name(), view))
                    .toList();
        }
    }

    List<ForeignLock> matching(Predicate<ForeignLock> condition) {
        return order.stream().map(Place::lock).filter(condition).toList();
    }
}
