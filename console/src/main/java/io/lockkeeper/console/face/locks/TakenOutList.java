package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.remember.history.WaitRecord;
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
                Components.span("num dim", Times.present().moment(mark.at(), now)),
                Components.span("who", wait.waiter().name()),
                Components.span("ending evicted", "taken out"),
                Components.span("num dim times", "waited " + Formats.lasted(Duration.ofMillis(wait.waitedMillis()))),
                Components.span("dim why", "by %s: %s".formatted(mark.by(), mark.reason())));
    }
}
