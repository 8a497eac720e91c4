package io.lockkeeper.console.judge.waits;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.data.value.HasValueChangeMode;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The part above the tree: counts, search, tree or graph, and how fresh everything is. */
final class WaitsHeader extends Header {

    private final Span summary = styled(new Span(), "summary");
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Notice notice = new Notice();
    private final TextField search = Components.search(
            "Search lock, service, thread …", "Search waits", HasValueChangeMode.DEFAULT_CHANGE_TIMEOUT);
    private final NativeButton tree = new NativeButton("Tree");
    private final NativeButton graph = new NativeButton("Graph");
    private final NativeButton narrowed = styled(new NativeButton(), "narrowed");
    private final RedrawnPanel<Places> places = styled(new RedrawnPanel<>(WaitsHeader::places), "views");

    /** The collections whose waits are known, and the one that is shown. */
    private record Places(List<Place> all, String shown) {}

    /** @param source its id; empty for the console's first */
    record Place(String source, String name, int waiting) {}

    WaitsHeader(Consumer<UnaryOperator<WaitQuery>> change) {
        addClassName("page-head");
        Div title = styled(new Div(new H1("Waits"), summary), "page-title");
        search.addValueChangeListener(event -> change.accept(query -> query.searching(event.getValue())));
        tree.addClickListener(click -> change.accept(query -> query.drawn(false)));
        graph.addClickListener(click -> change.accept(query -> query.drawn(true)));
        narrowed.addClickListener(click -> change.accept(WaitQuery::anyLock));
        Div views = styled(new Div(tree, graph), "views");
        add(title, styled(new Div(narrowed, places, search, views, badge, LinkWords.lost()), "tools"), notice);
    }

    void ask(WaitQuery query) {
        if (!search.getValue().strip().equalsIgnoreCase(query.search())) {
            search.setValue(query.search());
        }
        narrowed.setVisible(!query.lock().isEmpty());
        narrowed.setText("around %s ✕".formatted(Formats.name(query.lock())));
        narrowed.setAriaLabel("Show all, not only what is around " + Formats.name(query.lock()));
        tree.getElement().setAttribute("aria-pressed", Boolean.toString(!query.graph()));
        graph.getElement().setAttribute("aria-pressed", Boolean.toString(query.graph()));
    }

    void show(WaitFacts facts) {
        boolean live = facts.freshness().isLive();
        badge.show(facts.freshness());
        Components.text(summary, facts.isRead() ? summary(facts) : "");
        notice.show(
                facts.isRead() && !live
                        ? Optional.of("This is the last known state: the console does not know the present one.")
                        : Optional.empty());
    }

    /** @param all the collections of Lockkeeper's own locks */
    void offer(List<Place> all, WaitQuery query) {
        places.setVisible(all.size() > 1);
        places.show(new Places(all, query.source()));
    }

    private static List<Component> places(Places of) {
        return of.all.stream()
                .map(place -> place(place, place.source.equals(of.shown)))
                .toList();
    }

    private static Component place(Place place, boolean shown) {
        String waiting = place.waiting == 0 ? "" : String.format(Locale.ROOT, " · %,d waiting", place.waiting);
        Anchor link = new Anchor(WaitQuery.of(place.source), Formats.visible(place.name) + waiting);
        link.getElement().setAttribute("router-link", true);
        if (shown) {
            link.getElement().setAttribute("aria-current", "true");
        }
        return link;
    }

    private static String summary(WaitFacts facts) {
        String waiting = String.format(Locale.ROOT, "%,d waiting · %,d blocking", facts.waiting(), facts.roots());
        int deadlocks = facts.deadlocks().size();
        String circles = deadlocks == 0 ? "" : " · " + Formats.counted(deadlocks, "deadlock");
        String outside =
                facts.unnamed() == 0 ? "" : " · " + Formats.counted(facts.unnamed(), "lock") + " outside your scope";
        return waiting + circles + outside;
    }
}
