package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The waiters for a lock, in the order in which they will be served: the first of them, and more on request. */
public final class QueueBand extends Div {

    private static final int SHOWN = 50;

    private final H3 title = new H3();
    private final Anchor tree = new Anchor("", "Show who waits for whom");
    private final Paragraph nobody = new Paragraph("No request waits for this lock.");
    private final OrderedList list = new OrderedList();
    private final KeyedRows<String, Place, QueueEntry> rows;
    private final QueueDialogs dialogs;
    private final ShowMoreButton more = new ShowMoreButton(SHOWN, this::draw);
    private List<QueuedWaiter> queue = List.of();
    private LockId lock = LockId.first("");

    public QueueBand(QueueDialogs dialogs) {
        this.dialogs = dialogs;
        rows = new KeyedRows<>(
                list,
                place -> place.facts().waiter().acquirer(),
                () -> new QueueEntry(waiter -> dialogs.takeOut(lock, waiter)),
                (entry, place) -> entry.show(place.facts(), place.next(), place.refusal()));
        addClassName("band");
        list.addClassName("queue");
        tree.addClassName("tree-link");
        tree.getElement().setAttribute("router-link", true);
        add(title, nobody, list, more, tree);
    }

    /** Shows the first waiters again, for another lock. */
    public void reset() {
        more.reset();
    }

    public void show(LockId placed, List<QueuedWaiter> waiters) {
        lock = placed;
        queue = waiters;
        String address = LockAddress.waits(placed);
        if (!address.equals(tree.getHref())) {
            tree.setHref(address);
        }
        tree.setVisible(!waiters.isEmpty());
        draw();
    }

    private record Place(QueuedWaiter facts, boolean next, String refusal) {}

    private void draw() {
        title.setText(queue.isEmpty() ? "Queue" : String.format(Locale.ROOT, "Queue (%,d)", queue.size()));
        nobody.setVisible(queue.isEmpty());
        list.setVisible(!queue.isEmpty());
        int next = firstAlive();
        String refusal = dialogs.whyNoTakeOut(lock).orElse("");
        rows.show(IntStream.range(0, more.of(queue.size()))
                .mapToObj(i -> new Place(queue.get(i), i == next, refusal))
                .toList());
    }

    /** A waiter whose heartbeat has expired is dropped from the queue before anyone is served. */
    private int firstAlive() {
        return IntStream.range(0, queue.size())
                .filter(i -> queue.get(i).alive())
                .findFirst()
                .orElse(-1);
    }
}
