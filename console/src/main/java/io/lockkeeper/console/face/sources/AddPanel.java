package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import com.vaadin.flow.dom.Element;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.SourceTrials;
import io.lockkeeper.console.watch.source.Sources;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An administrator's form for a collection that the search does not propose: it becomes a source without having held a lock. */
final class AddPanel extends Div {

    private static final String OWN_CLUSTER = "the console's own";
    private static final String NONE = "Choose one";

    private final SourceTrials trials;
    private final Sources sources;
    private final Background background;
    private final Runnable changed;
    private final Choice cluster;
    private final TextField database = new TextField("Database");
    private final TextField collection = new TextField("Collection");
    private final Choice dialect;
    private final Map<String, String> libraries;
    private final Button add = new Button("Add");
    private final Paragraph fault = new Paragraph();

    /** @param changed called when there is a new source */
    AddPanel(
            Dialects dialects,
            SourceTrials trials,
            Sources sources,
            Clusters clusters,
            Background background,
            String usual,
            Runnable changed) {
        this.trials = trials;
        this.sources = sources;
        this.background = background;
        this.changed = changed;
        addClassName("source-add");
        database.setValue(usual);
        List.of(database, collection).forEach(field -> field.addThemeVariants(TextFieldVariant.LUMO_SMALL));
        cluster = new Choice("Cluster", clusters.all().map(AddPanel::named).toList());
        cluster.setVisible(clusters.all().count() > 1);
        libraries = dialects.all().stream()
                .collect(Collectors.toMap(Dialect::library, Dialect::id, (one, other) -> one, LinkedHashMap::new));
        dialect = new Choice(
                "Library",
                Stream.concat(Stream.of(NONE), libraries.keySet().stream()).toList());
        Button test = new Button("Test it", click -> chosen().ifPresent(this::test));
        test.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        add.addThemeVariants(ButtonVariant.LUMO_SMALL);
        add.setEnabled(sources.whyNoneIsChanged().isEmpty());
        add.addClickListener(click -> chosen().ifPresent(this::add));
        fault.addClassName("fault");
        fault.getElement().setAttribute("role", "status");
        Div ask = new Div(cluster, database, collection, dialect, test, add);
        ask.addClassName("ask");
        add(new H2("Add a collection by hand"), ask, fault);
    }

    private static String named(Cluster cluster) {
        return Objects.requireNonNullElse(cluster.name(), OWN_CLUSTER);
    }

    /** The choice in the fields. */
    private record Chosen(Place place, String dialect) {}

    private Optional<Chosen> chosen() {
        fault.setText("");
        String by = libraries.get(dialect.chosen());
        String in = collection.getValue().strip();
        if (by == null || in.isEmpty() || database.getValue().isBlank()) {
            fault.setText("Give database, collection and library.");
            return Optional.empty();
        }
        try {
            String name = OWN_CLUSTER.equals(cluster.chosen()) ? null : cluster.chosen();
            return Optional.of(new Chosen(Place.of(name, database.getValue().strip(), in), by));
        } catch (IllegalArgumentException e) {
            fault.setText("A database or a collection cannot have that name.");
            return Optional.empty();
        }
    }

    private void test(Chosen chosen) {
        new TrialDialog(chosen.place(), background, () -> trials.of(chosen.place(), chosen.dialect())).open();
    }

    private void add(Chosen chosen) {
        add.setEnabled(false);
        background.change(
                () -> sources.add(chosen.place(), chosen.dialect()),
                added -> {
                    add.setEnabled(true);
                    collection.clear();
                    changed.run();
                },
                why -> {
                    add.setEnabled(true);
                    Toasts.warn(Confirmation.sentence(why));
                });
    }

    /** A list to choose from, as the browser draws it: it needs no script of its own. */
    private static final class Choice extends Div {

        private final Element select = new Element("select");
        private final String first;

        /** @param texts of which the first is chosen at the beginning */
        Choice(String label, List<String> texts) {
            first = texts.getFirst();
            texts.forEach(text ->
                    select.appendChild(new Element("option").setText(text).setAttribute("value", text)));
            select.addPropertyChangeListener("value", "change", change -> {});
            addClassName("choice");
            getElement()
                    .appendChild(new Element("label")
                            .appendChild(new Element("span").setText(label))
                            .appendChild(select));
        }

        String chosen() {
            return select.getProperty("value", first);
        }
    }
}
