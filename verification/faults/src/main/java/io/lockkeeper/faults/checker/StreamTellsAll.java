package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Holder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every acknowledged grant and release is seen once on the stream of changes, and in order. */
final class StreamTellsAll implements Rule {

    static final String NAME = "every acknowledged change is seen once and in order";

    /** Where a lease begins and where it is gone, as places in the order of its lock's changes. */
    private static final class Stay {
        private final int from;
        private int until = Integer.MAX_VALUE;

        Stay(int from) {
            this.from = from;
        }
    }

    /** A call may be granted more than once, where a grant came too late for it; a lease is known by its token too. */
    private record Key(String call, long token) {}

    private record Lease(String acquirer, long token) {}

    private static Key key(Event.Granted granted) {
        return new Key(granted.call(), granted.token());
    }

    @Override
    public List<Violation> check(Past past) {
        List<Violation> found = new ArrayList<>();
        Map<Key, Stay> stays = new HashMap<>();
        past.stored().values().forEach(changes -> follow(changes, stays, found));
        long told = past.all(Event.Told.class).mapToLong(Event.Told::at).max().orElse(Long.MIN_VALUE);
        long since = past.stored().values().stream()
                .mapToLong(changes -> changes.getFirst().at())
                .min()
                .orElse(Long.MAX_VALUE);
        past.all(Event.Granted.class)
                .filter(each -> isOfTheServer(past, each))
                .filter(each -> each.at() < told
                        && past.asked(each.call()).filter(a -> a.at() > since).isPresent())
                .forEach(each -> compare(each, stays.get(key(each)), found));
        past.all(Event.Granted.class)
                .collect(Collectors.groupingBy(Event.Granted::lock))
                .forEach((lock, grants) -> found.addAll(inOrder(past, grants, stays)));
        return found;
    }

    /** And not another use of a lease that its agent kept. */
    private static boolean isOfTheServer(Past past, Event.Granted granted) {
        return past.lease(granted.lock(), granted.token()) == granted.token();
    }

    private static void follow(List<StoredLock> changes, Map<Key, Stay> stays, List<Violation> found) {
        Map<Lease, Stay> open = new HashMap<>();
        for (int i = 0; i < changes.size(); i++) {
            StoredLock change = changes.get(i);
            int place = i;
            open.entrySet().removeIf(each -> {
                boolean gone =
                        !change.holds(each.getKey().acquirer(), each.getKey().token());
                if (gone) {
                    each.getValue().until = place;
                }
                return gone;
            });
            for (Holder holder : change.holders()) {
                Lease lease = new Lease(holder.acquirer(), holder.token());
                open.computeIfAbsent(lease, each -> begin(change, holder, place, stays, found));
            }
        }
    }

    private static Stay begin(
            StoredLock change, Holder holder, int place, Map<Key, Stay> stays, List<Violation> found) {
        Stay stay = new Stay(place);
        String call = holder.owner().note();
        if (stays.put(new Key(call, holder.token()), stay) != null) {
            found.add(new Violation(NAME, change.at(), "the grant of %s came twice".formatted(call)));
        }
        return stay;
    }

    private static void compare(Event.Granted granted, @Nullable Stay stay, List<Violation> found) {
        if (stay == null) {
            found.add(new Violation(
                    NAME,
                    granted.at(),
                    String.format(
                            Locale.ROOT,
                            "the grant of %s to %s with token %d was acknowledged and never seen",
                            granted.lock(),
                            granted.call(),
                            granted.token())));
        }
    }

    /** What was released before another asked is gone before that one holds. */
    private static List<Violation> inOrder(Past past, List<Event.Granted> grants, Map<Key, Stay> stays) {
        Map<String, Long> releasedAt = past.all(Event.Released.class)
                .filter(Event.Released::heldToTheEnd)
                .collect(Collectors.toMap(Event.Released::call, Event.Released::at, (one, other) -> one));
        TreeMap<Long, Integer> goneBy = new TreeMap<>();
        grants.stream()
                .filter(each -> releasedAt.containsKey(each.call()) && stays.containsKey(key(each)))
                .sorted(Comparator.comparing(each -> releasedAt.get(each.call())))
                .forEach(each -> {
                    int before = goneBy.isEmpty() ? -1 : goneBy.lastEntry().getValue();
                    int gone = Objects.requireNonNull(stays.get(key(each))).until;
                    goneBy.put(Objects.requireNonNull(releasedAt.get(each.call())), Math.max(before, gone));
                });
        return grants.stream()
                .filter(each -> stays.containsKey(key(each)))
                .flatMap(each -> past.asked(each.call()).stream()
                        .filter(asked -> holdsTooSoon(
                                goneBy.lowerEntry(asked.at()), Objects.requireNonNull(stays.get(key(each)))))
                        .map(asked -> new Violation(
                                NAME,
                                asked.at(),
                                "%s holds before one is gone that was released first".formatted(each.call()))))
                .toList();
    }

    private static boolean holdsTooSoon(Map.@Nullable Entry<Long, Integer> goneBy, Stay stay) {
        return goneBy != null && goneBy.getValue() > stay.from;
    }
}
