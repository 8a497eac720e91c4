package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.console.shell.Words;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** What the operator has to know of a lease before ending it. */
final class LeaseFacts extends Div {

    private static final int SHOWN_NAMES = 6;

    private final Div alive = new Div();
    private final Div next = new Div();
    private final Duration quarantine;

    LeaseFacts(String lock, Holder seen, List<LockView> held, Duration quarantine) {
        this.quarantine = quarantine;
        addClassName("lease-facts");
        Div holder = new Div(strong("Held by "), text(Holders.words(seen.owner())));
        Div since = new Div(
                text("since %s, for ".formatted(Words.clock(seen.acquiredAt()))), Ticking.age(seen.acquiredAt()));
        since.addClassName("dim");
        add(holder, since, alive, next, alsoHolds(lock, held));
    }

    void show(Standing standing) {
        boolean holds = standing instanceof Standing.Holds;
        alive.setVisible(holds);
        next.setVisible(holds);
        if (standing instanceof Standing.Holds it) {
            showAlive(it);
            next.setText(nextInLine(it.queue()));
        }
    }

    private void showAlive(Standing.Holds holds) {
        String seconds = Words.duration(quarantine);
        alive.removeAll();
        alive.add(
                strong(holds.late() ? "Its agent is late: " : "Its agent is alive: "),
                text("last touch "),
                Ticking.age(holds.holder().updatedAt()),
                text(
                        holds.late()
                                ? " ago. If it still runs it is told, and has at least %s to stop before the lock goes on."
                                        .formatted(seconds)
                                : " ago. It will be told, and has at least %s to stop before the lock goes on."
                                        .formatted(seconds)));
    }

    private static String nextInLine(List<Waiter> queue) {
        if (queue.isEmpty()) {
            return "Nobody waits for this lock.";
        }
        String first = Holders.words(queue.get(0).owner());
        return queue.size() == 1
                ? "Next in line: %s.".formatted(first)
                : "Next in line: %s, %,d more behind it.".formatted(first, queue.size() - 1);
    }

    private static Component alsoHolds(String lock, List<LockView> held) {
        List<String> names = held.stream()
                .map(LockView::name)
                .filter(name -> !name.equals(lock))
                .map(Words::visible)
                .toList();
        Div also = new Div();
        also.setVisible(!names.isEmpty());
        String shown = names.stream().limit(SHOWN_NAMES).collect(Collectors.joining(", "));
        String more = names.size() > SHOWN_NAMES ? " and %,d more".formatted(names.size() - SHOWN_NAMES) : "";
        also.setText("It also holds: %s%s (not affected).".formatted(shown, more));
        return also;
    }

    private static Component strong(String words) {
        Span strong = new Span(words);
        strong.addClassName("strong");
        return strong;
    }

    private static Component text(String words) {
        Span text = new Span(Words.visible(words));
        text.addClassName("isolated");
        return text;
    }
}
