package io.lockkeeper.console.act.eviction;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

    /** One waiter in the queue. It is updated in place. */
    static final class QueueEntry extends ListItem {

        private final Name who = styled(new Name(), "who");
        private final Name detail = styled(new Name(), "dim", "detail");
        private final Component since = Ticking.age(Instant.EPOCH);
        private final Div wait = styled(new Div(since), "waited");
        private final Span next = tag("next");
        private final Span gone = tag("no heartbeat");
        private final NativeButton takeOut = styled(new NativeButton("Take out…"), "take-out");
        private @Nullable Waiter shown;

        /** @param out takes this one out */
        QueueEntry(Consumer<Waiter> out) {
            takeOut.addClickListener(click -> Optional.ofNullable(shown).ifPresent(out));
            Div text = styled(new Div(who, detail), "text");
            wait.add(next, gone, takeOut);
            add(text, wait);
        }

        /** @param refusal why the user cannot take it out; empty if the user can */
        void show(QueuedWaiter facts, boolean isNext, String refusal) {
            Owner owner = facts.waiter().owner();
            shown = facts.waiter();
            takeOut.setEnabled(refusal.isEmpty());
            takeOut.setTitle(refusal);
            takeOut.setAriaLabel(Formats.visible(
                    String.format(Locale.ROOT, "Take out %s %s pid %d", owner.service(), where(owner), owner.pid())));
            who.show(Formats.visible(
                    String.format(Locale.ROOT, "%s · %s · %d", owner.service(), where(owner), owner.pid())));
            detail.show(Formats.visible(owner.thread() + note(owner)));
            Ticking.show(since, facts.waiter().since(), null);
            wait.setTitle("Waiting since " + Formats.exact(facts.waiter().since()));
            next.setVisible(isNext);
            gone.setVisible(!facts.alive());
            setClassName("next", isNext);
            setClassName("gone", !facts.alive());
        }

        private static Span tag(String word) {
            return styled(new Span(word), "tag");
        }

        private static String where(Owner owner) {
            return owner.instance().isEmpty() ? owner.host() : owner.instance();
        }

        private static String note(Owner owner) {
            String note = owner.note().isEmpty() ? "" : " · " + owner.note();
            return owner.details().isEmpty() ? note : note + " · " + owner.details();
        }
    }
}
