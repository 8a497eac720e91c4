package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Segments;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.costs.CostsBefore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The costs of waits in a time: who caused them, the episodes of the chosen one, and the usage of the locks. */
final class CostsPanel extends Div {

    /** The dearest; the others are one row. */
    private static final int COSTS = 20;

    private final Consumer<CostAddress> ask;
    private final RedrawnPanel<Shown> content = new RedrawnPanel<>(this::content);

    private @Nullable Shown drawn;

    /**
     * @param before what it cost a week before; null while that is not known
     * @param compared what is said of that; empty while it is read
     */
    private record Shown(
            Costs costs, CostAddress asked, @Nullable CostsBefore before, String compared) {

        Shown with(Costs other, CostAddress of) {
            return of.equals(asked) ? new Shown(other, of, before, compared) : new Shown(other, of, null, "");
        }
    }

    /** @param ask called with another question */
    CostsPanel(Consumer<CostAddress> ask) {
        this.ask = ask;
        addClassName("costs");
        add(content);
        setVisible(false);
    }

    void show(Costs costs, CostAddress asked) {
        draw(drawn == null ? new Shown(costs, asked, null, "") : drawn.with(costs, asked));
    }

    /** Compares what is shown with a week before. */
    void compare(CostsBefore before) {
        compare(before, CostWords.compared(before));
    }

    void failToCompare() {
        compare(null, "The week before could not be read.");
    }

    private void compare(@Nullable CostsBefore before, String words) {
        if (drawn != null) {
            draw(new Shown(drawn.costs, drawn.asked, before, words));
        }
    }

    private void draw(Shown other) {
        drawn = other;
        content.show(other);
    }

    private List<Component> content(Shown shown) {
        List<Component> parts = new ArrayList<>();
        String caveat = CostWords.caveat(shown.costs);
        if (!caveat.isEmpty()) {
            Paragraph said = new Paragraph(caveat);
            said.addClassName("caveat");
            parts.add(said);
        }
        parts.add(groups(shown.asked));
        Optional<Cost> chosen = chosen(shown);
        if (shown.asked.of() != null) {
            parts.add(back(shown.asked));
            parts.addAll(chosen.map(cost -> EpisodeTables.of(cost, shown.before))
                    .orElseGet(() -> List.of(
                            Components.message("There is no such wait in this time.", "Choose a longer one."))));
            return parts;
        }
        if (shown.costs.areKnown()) {
            parts.addAll(known(shown));
        } else {
            parts.add(Components.message(
                    "Who waited is unknown.", "Choose all collections, or one of Lockkeeper's own."));
        }
        return parts;
    }

    private List<Component> known(Shown shown) {
        List<Cost> all = shown.costs.all();
        List<Component> parts = new ArrayList<>();
        if (all.isEmpty()) {
            parts.add(Components.message(CostWords.nothing(shown.costs), "Choose a longer one, or another moment."));
        } else {
            Paragraph how = new Paragraph(CostWords.bars(shown.costs.slices()) + " " + shown.compared);
            how.addClassName("counted-why");
            parts.add(how);
            parts.add(CostTables.costs(
                    all.subList(0, Math.min(COSTS, all.size())), shown.costs, shown.before, shown.asked, ask));
        }
        parts.addAll(CostTables.counted(shown.costs));
        parts.addAll(CostTables.use(shown.costs));
        return parts;
    }

    private static Optional<Cost> chosen(Shown shown) {
        return shown.costs.all().stream()
                .filter(cost -> cost.key().equals(shown.asked.of()))
                .findFirst();
    }

    private Segments<CostGroup> groups(CostAddress asked) {
        Segments<CostGroup> groups = new Segments<>(
                "Add up by", List.of(CostGroup.values()), CostWords::title, group -> ask.accept(asked.by(group)));
        groups.show(asked.group());
        return groups;
    }

    private NativeButton back(CostAddress asked) {
        NativeButton back = new NativeButton("← All costs", click -> ask.accept(asked.all()));
        back.setClassName("quiet back");
        return back;
    }
}
