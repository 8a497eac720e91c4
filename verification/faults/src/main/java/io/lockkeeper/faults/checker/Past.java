package io.lockkeeper.faults.checker;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.model.Holder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A stretch of history, in the order of time, as the rules look at it. */
final class Past {

    private final List<Event> events;
    private final Bounds bounds;
    private final Map<String, Event.Asked> asked = new HashMap<>();
    private final Map<String, Event.Granted> granted = new HashMap<>();
    private final Map<String, Event.Held> lastHeld = new HashMap<>();
    private final Map<String, List<StoredLock>> stored;
    private final List<Event.Evicting> evictions;
    /** Of the leases that their agents kept, the last token by the first. */
    private final Map<String, NavigableMap<Long, Long>> kept = new HashMap<>();

    Past(List<Event> events, List<StoredLock> changes, Bounds bounds) {
        this.events =
                events.stream().sorted(Comparator.comparingLong(Event::at)).toList();
        this.bounds = bounds;
        for (Event event : this.events) {
            switch (event) {
                case Event.Asked each -> asked.put(each.call(), each);
                case Event.Granted each -> granted.put(each.call(), each);
                case Event.Held each -> lastHeld.put(each.call(), each);
                default -> {}
            }
        }
        evictions = all(Event.Evicting.class).toList();
        stored = changes.stream()
                .collect(Collectors.groupingBy(StoredLock::name, LinkedHashMap::new, Collectors.toList()));
        changes.forEach(change -> change.holders().forEach(holder -> keep(change.name(), holder)));
    }

    private void keep(String lock, Holder holder) {
        if (holder.keep() != null) {
            kept.computeIfAbsent(lock, name -> new TreeMap<>())
                    .put(holder.token(), holder.token() + holder.keep().tokens() - 1);
        }
    }

    /** The token of the lease that the token is one of: where an agent kept the lease, that of its first use. */
    long lease(String lock, long token) {
        Map.Entry<Long, Long> block = kept.getOrDefault(lock, new TreeMap<>()).floorEntry(token);
        return block != null && token <= block.getValue() ? block.getKey() : token;
    }

    <E extends Event> Stream<E> all(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast);
    }

    List<Event> events() {
        return events;
    }

    Bounds bounds() {
        return bounds;
    }

    Optional<Event.Asked> asked(String call) {
        return Optional.ofNullable(asked.get(call));
    }

    Optional<Event.Granted> granted(String call) {
        return Optional.ofNullable(granted.get(call));
    }

    Optional<Event.Held> lastHeld(String call) {
        return Optional.ofNullable(lastHeld.get(call));
    }

    /** The documents of each lock, one change after the other. */
    Map<String, List<StoredLock>> stored() {
        return stored;
    }

    /** What each holder certainly believed. */
    Stream<Claim> claims() {
        return granted.values().stream().flatMap(each -> asked(each.call()).map(call -> claim(call, each)).stream());
    }

    private Claim claim(Event.Asked call, Event.Granted grant) {
        long until = lastHeld(call.call()).map(Event.Held::at).orElse(grant.at());
        return new Claim(call, grant.token(), grant.at(), until);
    }

    /** The orders to end the lease of that lock and token. */
    Stream<Event.Evicting> evictions(String lock, long token) {
        long lease = lease(lock, token);
        return evictions.stream().filter(each -> each.lock().equals(lock) && each.token() == lease);
    }
}
