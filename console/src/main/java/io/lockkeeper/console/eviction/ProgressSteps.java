package io.lockkeeper.console.eviction;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.shell.Ticking;
import io.lockkeeper.model.Eviction;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.Released;
import org.jspecify.annotations.Nullable;

/** What happens after the click: marked, then stopped or the quarantine over, then handed on. */
final class ProgressSteps extends OrderedList {

    private final ListItem marked = new ListItem();
    private final ListItem stopped = new ListItem();
    private final ListItem handedOn = new ListItem();
    private @Nullable Standing drawn;

    ProgressSteps() {
        addClassName("steps");
        setVisible(false);
        add(marked, stopped, handedOn);
    }

    void begin() {
        setVisible(true);
    }

    void show(Standing standing, boolean now) {
        if (standing.equals(drawn)) {
            return;
        }
        drawn = standing;
        switch (standing) {
            case Standing.Holds holds -> draw(now ? "Removing" : "Marking", "Its holder stops", "The lock goes on", 0);
            case Standing.Marked it -> showMarked(it.mark());
            case Standing.RanOut it ->
                draw("Marked", "The quarantine is over", "The lock goes to whoever asks next", 2);
            case Standing.Ended ended ->
                draw(now ? "Removed" : "Marked", how(ended.end(), now), goesTo(ended.next()), 3);
        }
    }

    private void showMarked(Eviction mark) {
        draw("Marked", "Its holder is told and stops; the quarantine ends in ", "The lock goes on", 1);
        stopped.add(Ticking.left(mark.at(), mark.until(), "evicted"));
    }

    /** A lease that ended before its quarantine was removed by its own agent. */
    private String how(@Nullable Released end, boolean now) {
        if (now) {
            return "Not waited for";
        }
        Eviction mark = end == null ? null : end.evicted();
        boolean confirmed = end != null && mark != null && end.at().isBefore(mark.until());
        return confirmed ? "Its holder confirmed that it stopped" : "The lease is over";
    }

    private static String goesTo(@Nullable Holder next) {
        return next == null ? "The lock is free" : "Granted to " + Holders.words(next.owner());
    }

    private void draw(String first, String second, String third, int done) {
        set(marked, first, done, 0);
        set(stopped, second, done, 1);
        set(handedOn, third, done, 2);
    }

    private static void set(ListItem step, String words, int done, int place) {
        Component text = new Span(words);
        step.removeAll();
        step.add(text);
        step.setClassName(place < done ? "done" : place == done ? "active" : "later");
    }
}
