package io.lockkeeper.console.watch.board;

import io.lockkeeper.console.watch.board.RankedLock.Group;
import io.lockkeeper.console.watch.board.RankedLock.Named;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Locks by id, and in the order of a page. The order is maintained as locks change and time passes, so that reading the first of many needs
 * no sorting. Not thread-safe, except for what an agent holds.
 */
final class Ranking {

    private final Map<BsonValue, RankedLock> byId = new HashMap<>();
    /** The locks whose id is not their name. */
    private final NavigableMap<Named, RankedLock> byName = new TreeMap<>(Named.ORDER);

    private final Set<String> several = new LinkedHashSet<>();
    private final Map<Group, NavigableSet<RankedLock>> order = new EnumMap<>(Group.class);
    private final NavigableSet<RankedLock> turned = new TreeSet<>(RankedLock.BY_FROM);
    private final NavigableSet<RankedLock> turning = new TreeSet<>(RankedLock.BY_UNTIL);
    private final Set<BsonValue> waitedFor = new HashSet<>();
    private final AgentHoldings holdings = new AgentHoldings();
    private final SharedOwners owners = new SharedOwners();
    private final Map<State, Integer> counts = new EnumMap<>(State.class);
    private final Map<Group, Long> bytes = new EnumMap<>(Group.class);
    private int waiting;
    private int namesOnly;
    private long serials;
    /** How often a lock has moved only by time. */
    private long turns;

    Ranking() {
        for (Group group : Group.values()) {
            order.put(group, new TreeSet<>(RankedLock.ORDER));
        }
    }

    int size(Group group) {
        return of(group).size();
    }

    /** About how much of the heap they take. */
    long bytes(Group group) {
        return bytes.getOrDefault(group, 0L);
    }

    /** The same of all that own their leases. */
    long bytesOfOwners() {
        return owners.bytes();
    }

    /** The bytes of one document; 0 unless its lock is in use. */
    long bytesInUse(BsonValue id) {
        RankedLock known = byId.get(id);
        return known == null || known.group() != Group.LIVE ? 0 : known.bytes();
    }

    int count(State kind) {
        return counts.getOrDefault(kind, 0);
    }

    /** The number of unreadable documents. */
    int unreadable() {
        return counts.getOrDefault(State.UNREADABLE, 0) - namesOnly;
    }

    /** The number of locks of which only the name is kept. */
    int namesOnly() {
        return namesOnly;
    }

    Optional<Lock> find(BsonValue id) {
        return Optional.ofNullable(byId.get(id)).map(RankedLock::lock);
    }

    /** The documents of this name: a lock before others, and then the one that changed last first. */
    List<Lock> all(String name, int most) {
        List<RankedLock> found = new ArrayList<>(named(name).values());
        RankedLock byItsId = byId.get(new BsonString(name));
        if (byItsId != null && byItsId.name().equals(name)) {
            found.add(byItsId);
        }
        return found.stream()
                .sorted(Comparator.<RankedLock, Boolean>comparing(it -> it.group() == Group.STRAY)
                        .thenComparing(
                                Comparator.comparingLong(RankedLock::serial).reversed()))
                .limit(most)
                .map(RankedLock::lock)
                .toList();
    }

    private NavigableMap<Named, RankedLock> named(String name) {
        return byName.subMap(new Named(name, 0), true, new Named(name, Long.MAX_VALUE), true);
    }

    /** The names that several documents have. */
    Set<String> several() {
        return several;
    }

    /** May be called while others change them. */
    AgentHoldings holdings() {
        return holdings;
    }

    /** Takes the place of what was known of the document. */
    void put(Lock lock, long cost, Instant now) {
        RankedLock old = byId.get(lock.id());
        Lock kept = owners.enter(lock);
        if (old != null) {
            leave(old);
            owners.leave(old.lock());
        }
        enter(RankedLock.of(kept, now, serials++, cost));
        holdings.put(kept, old == null ? null : old.lock());
    }

    void remove(BsonValue id) {
        RankedLock known = byId.get(id);
        if (known != null) {
            leave(known);
            holdings.remove(known.lock());
            owners.leave(known.lock());
        }
    }

    void removeLast(Group group) {
        remove(of(group).last().lock().id());
    }

    /** Moves those that only time has changed: a moment may also be before the last one that was asked for. */
    void advance(Instant now) {
        pass(now);
        long at = now.toEpochMilli();
        while (!turned.isEmpty() && turned.last().from() > at) {
            turn(turned.last(), now);
        }
    }

    private void pass(Instant now) {
        while (!turning.isEmpty() && turning.first().until() <= now.toEpochMilli()) {
            turn(turning.first(), now);
        }
    }

    /** Those that time has changed after the first moment, at least up to the second, and those that somebody waits for. */
    Stream<RankedLock> runningOut(Instant after, Instant upTo) {
        pass(upTo);
        return Stream.concat(
                turned.descendingSet().stream()
                        .takeWhile(it -> it.from() > after.toEpochMilli())
                        .filter(it -> it.waiters() == 0),
                waitedFor.stream().map(id -> Objects.requireNonNull(byId.get(id))));
    }

    private void turn(RankedLock old, Instant now) {
        leave(old);
        enter(old.at(now));
        turns++;
    }

    private void enter(RankedLock it) {
        byId.put(it.lock().id(), it);
        of(it.group()).add(it);
        if (it.turns()) {
            turning.add(it);
        }
        if (it.turned()) {
            turned.add(it);
        }
        if (it.waiters() > 0) {
            waitedFor.add(it.lock().id());
        }
        if (!it.isNamedById()) {
            byName.put(Named.of(it), it);
        }
        count(it, 1);
    }

    private void leave(RankedLock it) {
        byId.remove(it.lock().id());
        of(it.group()).remove(it);
        turning.remove(it);
        turned.remove(it);
        waitedFor.remove(it.lock().id());
        if (!it.isNamedById()) {
            byName.remove(Named.of(it));
        }
        count(it, -1);
    }

    private void count(RankedLock it, int one) {
        counts.merge(it.kind(), one, Integer::sum);
        bytes.merge(it.group(), one * it.bytes(), Long::sum);
        waiting += one * it.waiters();
        namesOnly += it.lock().isKept() ? 0 : one;
        if (!byName.isEmpty() || !it.isNamedById()) {
            countDocuments(it.name());
        }
    }

    private void countDocuments(String name) {
        if (all(name, 2).size() > 1) {
            several.add(name);
        } else {
            several.remove(name);
        }
    }

    /** A group in order. */
    List<Lock> listed(Group group) {
        List<Lock> all = new ArrayList<>(size(group));
        of(group).forEach(it -> all.add(it.lock()));
        return all;
    }

    /** The same, once a name: of several documents, the one that changed last. */
    List<Lock> once(Group group) {
        List<Lock> all = listed(group);
        if (several.isEmpty()) {
            return all;
        }
        Map<String, Lock> last = new HashMap<>();
        several.forEach(name -> last.put(name, all(name, 1).getFirst()));
        Set<String> seen = new HashSet<>();
        all.removeIf(lock -> last.containsKey(lock.name()) && !seen.add(lock.name()));
        all.replaceAll(lock -> last.getOrDefault(lock.name(), lock));
        return all;
    }

    /** The documents of other programs, the oldest first, except where a lock has the same name. */
    List<Lock> strays() {
        return listed(Group.STRAY).reversed().stream()
                .filter(stray -> all(stray.name(), 1).contains(stray))
                .toList();
    }

    /** @param version of the board */
    BoardCounts counts(String leftOut, long version) {
        return new BoardCounts(
                count(State.HELD),
                count(State.EXPIRED),
                count(State.FREE),
                unreadable(),
                waiting,
                leftOut,
                version + "." + turns);
    }

    /** All, group by group. */
    Stream<RankedLock> stream() {
        return order.values().stream().flatMap(NavigableSet::stream);
    }

    private NavigableSet<RankedLock> of(Group group) {
        return Objects.requireNonNull(order.get(group));
    }
}
