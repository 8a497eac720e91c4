package io.lockkeeper.faults.nemesis;

import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.cluster.Cluster;
import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** What a fault can strike, and what it can see. */
record World(Cluster cluster, Crew crew, History history, SplittableRandom random, Duration ttl) {

    /** The next grant of a lock that one holds for itself. */
    Optional<Event.Granted> nextGrant() throws InterruptedException {
        long now = System.nanoTime();
        return history.await(
                Event.Granted.class, each -> each.at() > now && each.lock().startsWith("exclusive"), ttl);
    }

    /** A call that waits in a queue now. */
    Optional<Event.Asked> someWaiter() {
        Set<String> answered = new HashSet<>();
        List<Event.Asked> open = new ArrayList<>();
        for (Event event : history.events().reversed()) {
            switch (event) {
                case Event.Granted each -> answered.add(each.call());
                case Event.Refused each -> answered.add(each.call());
                case Event.Unknown each -> answered.add(each.call());
                case Event.Asked each when each.waits() && !answered.contains(each.call()) -> open.add(each);
                default -> {}
            }
        }
        return open.stream()
                .filter(each -> crew.find(each.client()).isPresent())
                .skip(open.isEmpty() ? 0 : random.nextInt(open.size()))
                .findFirst();
    }

    ClientProcess client(String name) {
        return crew.find(name).orElseGet(crew::any);
    }

    void sleep(Duration pause) throws InterruptedException {
        Thread.sleep(pause);
    }
}
