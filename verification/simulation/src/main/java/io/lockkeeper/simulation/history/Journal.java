package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.shared.Result.Broken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The record of one history: the events of the fault suite, and what was found beside its rules. */
final class Journal {

    private final Scheduler scheduler;
    private final List<Event> events = new ArrayList<>();
    private final List<Broken> broken = new ArrayList<>();
    private long order;

    Journal(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    long now() {
        return scheduler.now();
    }

    void add(Event event) {
        events.add(event);
    }

    void broken(String rule, String text) {
        broken.add(new Broken(rule, "%s %s".formatted(Story.time(now()), text)));
    }

    void used(String client, String call, String lock, long token) {
        add(new Event.Used(now(), client, call, lock, token, ++order));
    }

    /** Whether anybody held the lock at that time or since, or had lost it and had not stopped; but for these calls, if they still do. */
    boolean usedSince(String lock, long at, Set<String> butBy) {
        Map<String, Long> open = new HashMap<>();
        boolean used = false;
        for (Event event : events) {
            switch (event) {
                case Event.Granted each
                when each.lock().equals(lock) -> {
                    open.put(each.call(), each.at());
                    used |= each.at() >= at;
                }
                case Event.Released each -> used |= open.remove(each.call()) != null && each.at() >= at;
                default -> {}
            }
        }
        open.keySet().removeAll(butBy);
        return used || !open.isEmpty();
    }

    /** Whether another call of the client for the lock is unanswered, as far as its caller has reported. */
    boolean isAsking(String client, String lock, String butFor) {
        Set<String> open = new HashSet<>();
        for (Event event : events) {
            switch (event) {
                case Event.Asked each
                when each.client().equals(client) && each.lock().equals(lock) -> open.add(each.call());
                case Event.Granted each -> open.remove(each.call());
                case Event.Refused each -> open.remove(each.call());
                case Event.Unknown each -> open.remove(each.call());
                default -> {}
            }
        }
        open.remove(butFor);
        return !open.isEmpty();
    }

    List<Event> events() {
        return events;
    }

    List<Broken> broken() {
        return broken;
    }
}
