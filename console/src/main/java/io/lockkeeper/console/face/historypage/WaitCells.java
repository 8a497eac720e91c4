package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.remember.history.WaitRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The cells of a row about a waiter whom an operator took out of the queue. */
final class WaitCells {

    private WaitCells() {}

    static List<Component> of(WaitRecord wait) {
        return List.of(
                lock(wait.lockId()),
                PastRow.party(wait.waiter()),
                Components.span("dim", "not granted"),
                Components.span("dim", "–"),
                ended(wait),
                Components.span("num", "waited " + Formats.lasted(Duration.ofMillis(wait.waitedMillis()))));
    }

    private static Component lock(LockId lock) {
        Component link = PastRow.link(lock);
        return lock.isFirst() ? PastRow.pair(link) : PastRow.pair(link, Components.span("num dim", lock.collection()));
    }

    private static Component ended(WaitRecord wait) {
        List<Component> lines = new ArrayList<>(List.of(
                Components.span("ending evicted", "taken out"),
                Components.span("dim num", Times.present().seconds(wait.endedAt()))));
        if (wait.takenOut() != null) {
            lines.add(Components.span(
                    "dim",
                    "by %s: %s".formatted(wait.takenOut().by(), wait.takenOut().reason())));
        }
        return PastRow.pair(lines.toArray(Component[]::new));
    }
}
