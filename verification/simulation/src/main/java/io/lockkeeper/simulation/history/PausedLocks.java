package io.lockkeeper.simulation.history;

import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.world.SimulatedServer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Paused locks are not granted. */
final class PausedLocks {

    private static final String RULE = "nobody is granted a paused lock";

    private PausedLocks() {}

    static List<Broken> find(List<SimulatedServer.Change> changes) {
        Map<String, List<Long>> tokens = new HashMap<>();
        List<Broken> broken = new ArrayList<>();
        for (SimulatedServer.Change change : changes) {
            List<Holder> holders = change.document().map(LockDocument::holders).orElse(List.of());
            List<Long> before = tokens.getOrDefault(change.lock(), List.of());
            Optional<Holder> granted = change.document().filter(lock -> lock.paused() != null).stream()
                    .flatMap(lock -> lock.holders().stream())
                    .filter(holder -> !before.contains(holder.token()))
                    .findFirst();
            granted.ifPresent(holder -> broken.add(new Broken(
                    RULE,
                    "%s %s was granted to %s"
                            .formatted(
                                    Story.time(change.at()),
                                    change.lock(),
                                    holder.owner().note()))));
            tokens.put(change.lock(), holders.stream().map(Holder::token).toList());
        }
        return broken;
    }
}
