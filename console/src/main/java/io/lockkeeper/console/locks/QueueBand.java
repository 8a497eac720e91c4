package io.lockkeeper.console.locks;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.locks.LockFacts.WaiterFacts;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Owner;
import java.util.List;

/** Who waits for a lock, in the order in which they will be served. */
final class QueueBand extends Div {

    private static final int SHOWN = 50;

    QueueBand(LockFacts facts) {
        addClassName("band");
        List<WaiterFacts> queue = facts.queue();
        add(new H3(queue.isEmpty() ? "Queue" : "Queue (%,d)".formatted(queue.size())));
        if (queue.isEmpty()) {
            add(new Paragraph("Nobody waits for this lock."));
            return;
        }
        OrderedList list = new OrderedList();
        list.addClassName("queue");
        int next = firstAlive(queue);
        for (int i = 0; i < Math.min(SHOWN, queue.size()); i++) {
            list.add(entry(queue.get(i), i == next));
        }
        add(list);
        if (queue.size() > SHOWN) {
            add(new Paragraph("and %,d more behind them".formatted(queue.size() - SHOWN)));
        }
    }

    /** One whose heartbeat has run out drops from the queue before anybody is served. */
    private static int firstAlive(List<WaiterFacts> queue) {
        for (int i = 0; i < queue.size(); i++) {
            if (queue.get(i).alive()) {
                return i;
            }
        }
        return -1;
    }

    private static Component entry(WaiterFacts facts, boolean next) {
        Owner owner = facts.waiter().owner();
        Span who = new Span("%s · %s · %d".formatted(owner.service(), where(owner), owner.pid()));
        who.addClassName("who");
        who.setTitle("%s · thread %s%s".formatted(owner.host(), owner.thread(), note(owner)));
        Span detail = new Span(owner.thread() + note(owner));
        detail.addClassNames("dim", "detail");
        Div text = new Div(who, detail);
        text.addClassName("text");
        Div wait = new Div(Ticking.age(facts.waiter().since()));
        wait.addClassName("wait");
        wait.setTitle("Waits since " + Words.exact(facts.waiter().since()));
        ListItem entry = new ListItem(text, wait);
        mark(entry, wait, facts, next);
        return entry;
    }

    private static void mark(ListItem entry, Div wait, WaiterFacts facts, boolean next) {
        if (next) {
            wait.add(tag("next"));
            entry.addClassName("next");
        }
        if (!facts.alive()) {
            wait.add(tag("no heartbeat"));
            entry.addClassName("gone");
        }
    }

    private static Span tag(String word) {
        Span tag = new Span(word);
        tag.addClassName("tag");
        return tag;
    }

    private static String where(Owner owner) {
        return owner.instance().isEmpty() ? owner.host() : owner.instance();
    }

    private static String note(Owner owner) {
        String note = owner.note().isEmpty() ? "" : " · " + owner.note();
        return owner.details().isEmpty()
                ? note
                : note + " · " + Words.visible(owner.details().toString());
    }
}
