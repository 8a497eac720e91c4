package io.lockkeeper.console.past;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.holds.HeldThen;
import io.lockkeeper.console.holds.HoldRecord;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.Part;
import io.lockkeeper.console.shell.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who held locks of other libraries at the moment that the page shows. */
final class ForeignPast extends Section {

    /** Who wants more looks at the lock's own page. */
    static final int MOST = 100;

    private final Part<Shown> entries = new Part<>(ForeignPast::list);

    private record Shown(List<HeldThen> held, Instant moment) {}

    ForeignPast() {
        addClassNames("card", "past-holds");
        add(new H2("Locks of other libraries"), entries);
        setVisible(false);
    }

    void show(PastAnswer answer) {
        setVisible(!answer.foreign().isEmpty());
        entries.show(new Shown(answer.foreign(), answer.question().moment()));
    }

    private static List<Component> list(Shown shown) {
        OrderedList list = new OrderedList();
        list.addClassName("leases");
        shown.held().stream().limit(MOST).forEach(each -> list.add(item(each, shown.moment())));
        List<Component> all = new ArrayList<>(List.of(list));
        if (shown.held().size() > MOST) {
            all.add(new Paragraph("The %d held longest are listed.".formatted(MOST)));
        }
        return all;
    }

    private static ListItem item(HeldThen held, Instant moment) {
        Anchor lock = new Anchor(LockAddress.inSource(held.source(), held.lock()), Words.visible(held.lock()));
        lock.setTitle(Words.visible(held.source()));
        Span who = text("who", held.holder().isEmpty() ? "an unknown holder" : held.holder());
        String ending = held.hold() == null ? "held still" : held.hold().ending();
        Span end = text("ending " + ending.replace(' ', '-'), ending);
        String lasted =
                "for %s by then%s".formatted(Words.lasted(Duration.between(held.since(), moment)), until(held.hold()));
        return new ListItem(lock, who, end, text("dim why", lasted));
    }

    private static String until(@Nullable HoldRecord hold) {
        return hold == null ? "" : ", until " + Words.seconds(hold.until());
    }

    private static Span text(String css, String text) {
        Span span = new Span(Words.visible(text));
        span.setClassName(css);
        span.setTitle(Words.visible(text));
        return span;
    }
}
