package io.lockkeeper.simulation.history;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.shared.Result.Broken;
import java.util.ArrayList;
import java.util.List;

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

    List<Event> events() {
        return events;
    }

    List<Broken> broken() {
        return broken;
    }
}
