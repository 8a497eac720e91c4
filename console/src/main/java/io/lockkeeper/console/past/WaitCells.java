package io.lockkeeper.console.past;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.history.WaitRecord;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Times;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The cells of a row about a waiter whom an operator took out of the queue. */
final class WaitCells {

    private WaitCells() {}

    static List<Component> of(WaitRecord wait) {
        return List.of(
                PastRow.pair(PastRow.lock(wait.lock())),
                PastRow.party(wait.waiter()),
                Draw.span("dim", "not granted"),
                Draw.span("dim", "–"),
                ended(wait),
                Draw.span("num", "waited " + Words.lasted(Duration.ofMillis(wait.waitedMillis()))));
    }

    private static Component ended(WaitRecord wait) {
        List<Component> lines = new ArrayList<>(List.of(
                Draw.span("ending evicted", "taken out"),
                Draw.span("dim num", Times.present().seconds(wait.endedAt()))));
        if (wait.takenOut() != null) {
            lines.add(Draw.span(
                    "dim",
                    "by %s: %s".formatted(wait.takenOut().by(), wait.takenOut().reason())));
        }
        return PastRow.pair(lines.toArray(Component[]::new));
    }
}
