package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.checkbox.Checkbox;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.board.EvictionState;
import io.lockkeeper.console.watch.board.EvictionWords;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Holder;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** One lease among several that may be evicted together: what would happen to it, and later what did. */
final class BulkRow extends NativeTableRow {

    private final LockView lock;
    private final Holder seen;
    private final Checkbox chosen = new Checkbox();
    private final Span outcome = new Span();
    private final Span detail = new Span();

    BulkRow(LockView lock, Holder seen, AgentLife life, Duration quarantine, Optional<String> needs, Runnable changed) {
        this.lock = lock;
        this.seen = seen;
        addClassName("bulk-row");
        getElement().setAttribute("role", "row");
        chosen.setAriaLabel("Evict the holder of " + Formats.visible(lock.name()));
        chosen.addValueChangeListener(change -> changed.run());
        Span name = Components.span("lock", lock.name());
        Span holder = Components.span("dim", Holders.words(seen.owner()));
        Div what = new Div(name, holder);
        what.addClassName("pair");
        Components.text(detail, needs.map(why -> why + ". ").orElse("") + forecast(lock, life, quarantine));
        detail.addClassName("dim");
        Div becomes = new Div(outcome, detail);
        becomes.addClassName("pair");
        add(Table.cell(chosen), Table.cell(what), Table.cell(Ticking.age(seen.acquiredAt())), Table.cell(becomes));
    }

    boolean isChosen() {
        return chosen.getValue();
    }

    void choose(boolean choice) {
        chosen.setValue(choice);
    }

    /** The selection is final. */
    void freeze() {
        chosen.setReadOnly(true);
        if (!isChosen()) {
            Components.text(detail, "Not chosen.");
        }
    }

    EvictionRequest request(String reason, String ip) {
        return new EvictionRequest(
                LockId.first(lock.name()), Seen.of(lock.name(), seen), reason, "", EvictionRequest.Way.MARK, ip);
    }

    void show(BulkRun.Course course) {
        EvictionState state = course.state();
        if (state == null) {
            Components.text(outcome, "not evicted");
            Components.css(outcome, "outcome nothing-changed");
            Components.text(detail, course.trouble());
        } else {
            Components.text(outcome, EvictionWords.brief(state));
            Components.css(outcome, "outcome " + EvictionWords.css(state));
            Components.text(detail, EvictionWords.meaning(state));
        }
    }

    void showWaiting() {
        Components.text(detail, "Its turn has not come yet.");
    }

    private static String forecast(LockView lock, AgentLife life, Duration quarantine) {
        String holder = switch (life) {
            case AgentLife.Alive alive ->
                "Its holder is notified and has %s to stop".formatted(Formats.duration(quarantine));
            case AgentLife.Silent silent ->
                "Its agent is silent: the lease ends when it expires, or after %s"
                        .formatted(Formats.duration(quarantine));
            case AgentLife.Unknown unknown -> "Whether its agent is alive is unknown";
        };
        String next = lock.queue().isEmpty()
                ? "no waiters."
                : String.format(
                        Locale.ROOT,
                        "next is %s, of %,d.",
                        Formats.visible(Holders.words(lock.queue().getFirst().owner())),
                        lock.waiters());
        return holder + "; " + next;
    }
}
