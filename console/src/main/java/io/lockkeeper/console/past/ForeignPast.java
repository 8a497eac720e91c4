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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who held locks of other libraries at the moment, or acquired them in the time, that the page shows. */
final class ForeignPast extends Section {

    private final Part<Shown> entries = new Part<>(ForeignPast::list);

    private record Shown(List<HeldThen> held, boolean more, boolean ofMoment, Instant moment) {}

    ForeignPast() {
        addClassNames("card", "past-holds");
        add(new H2("Locks of other libraries"), entries);
        setVisible(false);
    }

    void show(PastAnswer answer) {
        setVisible(!answer.foreign().isEmpty());
        entries.show(new Shown(
                answer.foreign(),
                answer.moreForeign(),
                answer.question().isOfAMoment(),
                answer.question().moment()));
    }

    private static List<Component> list(Shown shown) {
        OrderedList list = new OrderedList();
        list.addClassName("leases");
        shown.held().forEach(each -> list.add(item(each, shown)));
        List<Component> all = new ArrayList<>(List.of(list));
        if (shown.more()) {
            all.add(new Paragraph("The %,d %s are listed; the files have more."
                    .formatted(shown.held().size(), shown.ofMoment() ? "held longest" : "acquired last")));
        }
        return all;
    }

    private static ListItem item(HeldThen held, Shown shown) {
        Anchor lock = new Anchor(LockAddress.inSource(held.source(), held.lock()), Words.visible(held.lock()));
        lock.setTitle(Words.visible(held.source()));
        Span who = text("who", held.holder().isEmpty() ? "an unknown holder" : held.holder());
        String ending = held.hold() == null ? "held still" : held.hold().ending();
        Span end = text("ending " + ending.replace(' ', '-'), ending);
        String lasted = shown.ofMoment() ? byThen(held, shown.moment()) : fromBeginning(held);
        return new ListItem(lock, who, end, text("dim why", lasted));
    }

    private static String byThen(HeldThen held, Instant moment) {
        return "for %s by then%s".formatted(Words.lasted(Duration.between(held.since(), moment)), until(held.hold()));
    }

    private static String fromBeginning(HeldThen held) {
        String lasted = Optional.ofNullable(held.hold())
                .flatMap(HoldRecord::held)
                .map(it -> ", for " + Words.lasted(it))
                .orElse("");
        return "since %s%s".formatted(Words.seconds(held.since()), lasted);
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
