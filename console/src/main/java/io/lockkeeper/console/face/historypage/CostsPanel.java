package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Segments;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.Costs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The costs of waits in a time: who caused them, the episodes of the chosen one, and the usage of the locks. */
final class CostsPanel extends Div {

    private static final int COSTS = 100;

    private final Consumer<CostAddress> ask;
    private final RedrawnPanel<Shown> content = new RedrawnPanel<>(this::content);

    private record Shown(Costs costs, CostAddress asked) {}

    /** @param ask called with another question */
    CostsPanel(Consumer<CostAddress> ask) {
        this.ask = ask;
        addClassName("costs");
        add(content);
        setVisible(false);
    }

    void show(Costs costs, CostAddress asked) {
        content.show(new Shown(costs, asked));
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
            parts.addAll(chosen.map(CostTables::episodes)
                    .orElseGet(() -> List.of(message("There is no such wait in this time.", "Choose a longer one."))));
            return parts;
        }
        if (shown.costs.areKnown()) {
            parts.addAll(known(shown));
        } else {
            parts.add(message("Who waited is unknown.", "Choose all collections, or one of Lockkeeper's own."));
        }
        return parts;
    }

    private List<Component> known(Shown shown) {
        List<Cost> all = shown.costs.all();
        List<Component> parts = new ArrayList<>();
        parts.add(
                all.isEmpty()
                        ? message("No request waited in this time.", "Choose a longer one, or another moment.")
                        : CostTables.costs(all.subList(0, Math.min(COSTS, all.size())), shown.costs, shown.asked, ask));
        parts.addAll(CostTables.more(COSTS, all.size()));
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

    private static Div message(String what, String next) {
        Div message = new Div(new H2(what), new Paragraph(next));
        message.addClassName("message");
        return message;
    }
}
