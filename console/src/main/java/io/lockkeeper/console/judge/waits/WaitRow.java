package io.lockkeeper.console.judge.waits;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One line of the tree. It is updated in place. */
final class WaitRow extends NativeTableRow {

    private static final int DEEPEST = 10;
    private static final int LISTED = 4;

    private final Span level = styled(new Span(), "unseen");
    private final Span state = new Span();
    private final Name process = styled(new Name(), "process");
    private final Name thread = styled(new Name(), "dim", "thread");
    private final NativeButton open = new NativeButton();
    private final RedrawnPanel<Relation> relation = new RedrawnPanel<>(WaitRow::relation);
    private final Component since = Ticking.age(Instant.EPOCH);
    private final NativeTableCell age = Table.cell(since);
    private final Span behind = styled(new Span(), "num");
    private final Button evict = new Button("Evict…");
    private @Nullable WaitLine shown;

    /** The line's words about locks. */
    private record Relation(WaitQuery query, List<String> holds, int more, String waitsFor, List<String> possible) {}

    /**
     * @param refusal why the user cannot evict; empty if the user can
     * @param open lists all waiters of a lock
     */
    WaitRow(String refusal, Consumer<String> open, Consumer<Held> evict) {
        addClassName("wait");
        getElement().setAttribute("role", "row");
        this.open.addClassName("open-queue");
        this.open.addClickListener(click -> shownLine().map(WaitLine::lock).forEach(open));
        Div who = styled(new Div(process, thread, this.open), "pair");
        NativeTableCell first = Table.cell(level, state, who);
        first.addClassName("who");
        NativeTableCell locks = Table.cell(relation);
        locks.addClassName("relation");
        age.addClassNames("num", "age");
        NativeTableCell count = Table.cell(behind);
        count.addClassName("behind");
        this.evict.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        this.evict.setEnabled(refusal.isEmpty());
        this.evict.setTooltipText(refusal.isEmpty() ? null : refusal);
        this.evict.addClickListener(click -> shownLine()
                .flatMap(line -> line.itsBranch().holds().stream().limit(1))
                .forEach(evict));
        NativeTableCell action = Table.cell(this.evict);
        action.addClassName("action");
        add(first, locks, age, count, action);
    }

    private Stream<WaitLine> shownLine() {
        return Stream.ofNullable(shown);
    }

    void show(WaitLine line, WaitQuery query) {
        shown = line;
        int depth = Math.min(line.depth(), DEEPEST);
        getStyle().set("--depth", Integer.toString(depth));
        setClassName("root", line.depth() == 0);
        Components.text(level, String.format(Locale.ROOT, "level %d: ", line.depth() + 1));
        Branch branch = line.branch();
        open.setVisible(branch == null);
        state.setVisible(branch != null);
        setClassName("several", branch == null);
        age.getChildren().findFirst().ifPresent(clock -> clock.setVisible(branch != null));
        if (branch == null) {
            several(line, query);
        } else {
            show(line, branch, query);
        }
    }

    private void several(WaitLine line, WaitQuery query) {
        Components.text(
                open,
                String.format(Locale.ROOT, "%,d more %s", line.several(), line.several() == 1 ? "waits" : "wait"));
        relation.show(new Relation(query, List.of(), 0, line.lock(), List.of()));
        evict.setVisible(false);
    }

    private void show(WaitLine line, Branch branch, WaitQuery query) {
        AgentThread who = branch.who();
        Mark mark = line.mark() == null ? Mark.WAITS : line.mark();
        Components.text(state, mark.word());
        Components.css(state, "state " + mark.css());
        setClassName("circular", mark == Mark.DEADLOCK);
        process.show(who == null ? "" : who.process());
        thread.show(who == null ? "" : Formats.visible(who.thread()));
        relation.show(new Relation(
                query,
                branch.locks().stream().map(Wanted::name).limit(LISTED).toList(),
                Math.max(0, branch.locks().size() - LISTED),
                branch.waiting() == null ? "" : branch.waiting().name(),
                line.possible().stream().map(Waiting::name).distinct().toList()));
        branch.since().ifPresent(at -> Ticking.show(since, at, null));
        since.setVisible(branch.since().isPresent());
        Components.text(behind, branch.behind() == 0 ? "" : String.format(Locale.ROOT, "%,d", branch.behind()));
        List<Held> holds = branch.holds();
        evict.setVisible(!holds.isEmpty());
        if (!holds.isEmpty()) {
            evict.setAriaLabel("Evict %s from %s"
                    .formatted(
                            holds.getFirst().who().name(),
                            Formats.name(holds.getFirst().name())));
        }
    }

    private static List<Component> relation(Relation of) {
        List<Component> parts = new ArrayList<>();
        if (!of.waitsFor.isEmpty()) {
            parts.add(locks(of.query, "waits for ", List.of(of.waitsFor), 0, ""));
        }
        if (!of.holds.isEmpty()) {
            parts.add(locks(of.query, "holds ", of.holds, of.more, ""));
        }
        if (!of.possible.isEmpty()) {
            parts.add(locks(of.query, "may wait itself: threads of its process wait for ", of.possible, 0, "possible"));
        }
        return parts;
    }

    private static Component locks(WaitQuery query, String verb, List<String> names, int more, String css) {
        Div line = new Div(styled(new Span(verb), "dim"));
        line.setClassName(css.isEmpty() ? "locks-line" : "locks-line " + css);
        for (String name : names) {
            if (ScopeMask.isUnnamed(name)) {
                line.add(new Span(name));
                continue;
            }
            line.add(Name.link(query.page(name), name));
        }
        if (more > 0) {
            line.add(new Span(String.format(Locale.ROOT, "and %,d more", more)));
        }
        return line;
    }
}
