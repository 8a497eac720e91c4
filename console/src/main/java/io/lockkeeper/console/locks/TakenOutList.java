package io.lockkeeper.console.locks;

import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import io.lockkeeper.console.history.WaitRecord;
import io.lockkeeper.console.shell.Draw;
import io.lockkeeper.console.shell.Times;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.TakenOut;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Lists the waiters that operators took out of a lock's queue, latest first: when, who, the wait, by whom and why. */
final class TakenOutList extends OrderedList {

    TakenOutList(List<WaitRecord> waits, Instant now) {
        addClassNames("leases", "taken-out");
        getElement().setAttribute("aria-label", "Waiters taken out of the queue");
        waits.forEach(wait -> add(item(wait, now)));
    }

    private static ListItem item(WaitRecord wait, Instant now) {
        TakenOut mark = Objects.requireNonNull(wait.takenOut());
        return new ListItem(
                Draw.span("num dim", Times.present().moment(mark.at(), now)),
                Draw.span("who", wait.waiter().name()),
                Draw.span("ending evicted", "taken out"),
                Draw.span("num dim times", "waited " + Words.lasted(Duration.ofMillis(wait.waitedMillis()))),
                Draw.span("dim why", "by %s: %s".formatted(mark.by(), mark.reason())));
    }
}
