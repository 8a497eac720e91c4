package io.lockkeeper.console.judge.waits;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.icon.VaadinIcon;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.data.value.ValueChangeMode;
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
import java.util.stream.Stream;

/** The part above the tree: counts, search, tree or graph, and how fresh everything is. */
final class WaitsHeader extends Header {

    private final Span summary = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Notice notice = new Notice();
    private final TextField search = new TextField();
    private final NativeButton tree = new NativeButton("Tree");
    private final NativeButton graph = new NativeButton("Graph");
    private final NativeButton narrowed = new NativeButton();
    private final RedrawnPanel<Places> places = new RedrawnPanel<>(this::places);
    private final String first;

    /** The collections whose waits are known, and the one that is shown. */
    private record Places(List<String> sources, String shown) {}

    /** @param first the name of the console's first collection */
    WaitsHeader(String first, Consumer<UnaryOperator<WaitQuery>> change) {
        this.first = first;
        addClassName("page-head");
        summary.addClassName("summary");
        Div title = new Div(new H1("Waits"), summary);
        title.addClassName("page-title");
        search.setPlaceholder("Search lock, service, thread …");
        search.setAriaLabel("Search waits");
        search.setPrefixComponent(VaadinIcon.SEARCH.create());
        search.setClearButtonVisible(true);
        search.setValueChangeMode(ValueChangeMode.LAZY);
        search.addThemeVariants(TextFieldVariant.LUMO_SMALL);
        search.addClassName("search");
        search.addValueChangeListener(event -> change.accept(query -> query.searching(event.getValue())));
        tree.addClickListener(click -> change.accept(query -> query.drawn(false)));
        graph.addClickListener(click -> change.accept(query -> query.drawn(true)));
        narrowed.addClassName("narrowed");
        narrowed.addClickListener(click -> change.accept(WaitQuery::anyLock));
        Div views = new Div(tree, graph);
        views.addClassName("views");
        places.addClassName("views");
        Div tools = new Div(narrowed, places, search, views, badge, LinkWords.lost());
        tools.addClassName("tools");
        add(title, tools, notice);
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

    /** @param sources the ids of those of Lockkeeper's own locks */
    void offer(List<String> sources, WaitQuery query) {
        places.setVisible(!sources.isEmpty());
        places.show(new Places(sources, query.source()));
    }

    private List<Component> places(Places of) {
        return Stream.concat(Stream.of(""), of.sources.stream())
                .map(source -> place(source, source.equals(of.shown)))
                .toList();
    }

    private Component place(String source, boolean shown) {
        String name = source.isEmpty() ? first : source.substring(0, source.lastIndexOf('/'));
        Anchor link = new Anchor(WaitQuery.of(source), Formats.visible(name));
        link.getElement().setAttribute("router-link", true);
        if (shown) {
            link.getElement().setAttribute("aria-current", "true");
        }
        return link;
    }

    private static String summary(WaitFacts facts) {
        String waiting = String.format(Locale.ROOT, "%,d waiting · %,d blocking", facts.waiting(), facts.roots());
        int deadlocks = facts.deadlocks().size();
        String circles = deadlocks == 0
                ? ""
                : String.format(Locale.ROOT, " · %,d %s", deadlocks, deadlocks == 1 ? "deadlock" : "deadlocks");
        String outside = facts.unnamed() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        " · %,d %s outside your scope",
                        facts.unnamed(),
                        facts.unnamed() == 1 ? "lock" : "locks");
        return waiting + circles + outside;
    }
}
