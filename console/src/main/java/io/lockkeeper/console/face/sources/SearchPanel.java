package io.lockkeeper.console.face.sources;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.component.textfield.TextFieldVariant;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.cluster.Cluster;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.source.BackgroundSearch;
import io.lockkeeper.console.watch.source.Found;
import io.lockkeeper.console.watch.source.Proposal;
import io.lockkeeper.console.watch.source.Searched;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceTrials;
import io.lockkeeper.console.watch.source.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An administrator's search for locks of other libraries: what it has found becomes a source once it is confirmed. */
final class SearchPanel extends Div {

    private static final List<String> COLUMNS = List.of("Collection", "Library", "How sure", "");

    private final BackgroundSearch search;
    private final SourceTrials trials;
    private final Sources sources;
    private final SourceFeeds feeds;
    private final Background background;
    private final Runnable changed;
    private final TextField database = new TextField("Database");
    private final List<Button> looks;
    private final Div result = new Div();
    private final RedrawnPanel<List<Searched>> everywhere = new RedrawnPanel<>(this::everywhere);

    /**
     * @param usual the database that is looked through unless another one is named, or none for all
     * @param changed called when there is a new source
     */
    SearchPanel(
            BackgroundSearch search,
            SourceTrials trials,
            Sources sources,
            SourceFeeds feeds,
            Background background,
            String usual,
            Runnable changed) {
        this.search = search;
        this.trials = trials;
        this.sources = sources;
        this.feeds = feeds;
        this.background = background;
        this.changed = changed;
        addClassName("source-search");
        database.setValue(usual);
        database.addThemeVariants(TextFieldVariant.LUMO_SMALL);
        database.setPlaceholder("all databases");
        looks = search.clusters().all().map(this::look).toList();
        looks.getFirst().addThemeVariants(ButtonVariant.LUMO_PRIMARY);
        result.getElement().setAttribute("aria-live", "polite");
        Div ask = new Div(database);
        looks.forEach(ask::add);
        ask.addClassName("ask");
        add(new H2("Look for collections of locks"), ask, result, everywhere);
        Live.follow(this, search::subscribe, now -> now, everywhere::show);
    }

    private Button look(Cluster in) {
        String name = in.name();
        Button look = new Button(name == null ? "Look for locks" : "Look in " + name, click -> look(name, ""));
        look.addThemeVariants(ButtonVariant.LUMO_SMALL);
        return look;
    }

    private void look(@Nullable String cluster, String from) {
        String name = database.getValue().strip();
        result.removeAll();
        if (name.isEmpty()) {
            Searched unused = search.begin(cluster, true);
            return;
        }
        looks.forEach(each -> each.setEnabled(false));
        result.add(said("Looking through %s …".formatted(Formats.visible(name))));
        background.readMuch(() -> true, () -> search.look(cluster, name, from), this::show, this::failed);
    }

    /** Shows the failure; a search without room starts again by itself. */
    private void failed(Exception why) {
        if (why instanceof CrowdedException) {
            result.removeAll();
            result.add(said(why.getMessage() + " The search begins by itself when there is room."));
            return;
        }
        looks.forEach(each -> each.setEnabled(true));
        result.removeAll();
        Paragraph fault = said(Confirmation.sentence(why));
        fault.addClassName("fault");
        result.add(fault);
    }

    /** The results of the searches in the background, by database; those without locks are counted. */
    private List<Component> everywhere(List<Searched> now) {
        List<Component> all = new ArrayList<>();
        for (Searched each : now) {
            all.add(said(SearchWords.of(each)));
            each.found().databases().stream()
                    .filter(found -> !found.proposals().isEmpty() || SearchWords.isPartial(found))
                    .map(found -> add(found, new Div(new H3(Formats.visible(found.database())))))
                    .forEach(all::add);
        }
        return all;
    }

    private void show(Found found) {
        looks.forEach(each -> each.setEnabled(true));
        result.removeAll();
        Div unused = add(found, result);
        String next = found.next();
        if (next != null) { // it ended for want of time
            Button more = new Button("Go on from " + Formats.visible(next), click -> look(found.cluster(), next));
            more.addThemeVariants(ButtonVariant.LUMO_SMALL);
            result.add(more);
        }
    }

    private Div add(Found found, Div result) {
        result.add(said(SearchWords.of(found)));
        if (!found.proposals().isEmpty()) {
            Table table = new Table("What looks like locks", "proposal", COLUMNS);
            found.proposals().forEach(each -> table.body().add(row(each)));
            result.add(table);
        }
        if (!found.unread().isEmpty()) {
            result.add(said("Not looked at: %s.".formatted(SearchWords.unread(found.unread()))));
        }
        return result;
    }

    private NativeTableRow row(Proposal proposal) {
        NativeTableRow row = Table.row("proposal");
        row.add(
                Table.cell(pair(Formats.visible(proposal.collection()), sampled(proposal))),
                Table.cell(pair(proposal.dialect().library(), library(proposal))),
                Table.cell(pair(sureness(proposal), "by " + String.join(", ", proposal.by()))),
                Table.cell(test(proposal), action(proposal)));
        return row;
    }

    private static String sampled(Proposal proposal) {
        if (proposal.sampled() == 0) {
            return proposal.dialect() instanceof LockkeeperDialect
                    ? "no lock was used for a day"
                    : "no document is there";
        }
        String sampled = String.format(Locale.ROOT, "%,d of %,d sampled", proposal.matching(), proposal.sampled());
        return proposal.held() ? sampled : sampled + ", no lock is held";
    }

    private static String library(Proposal proposal) {
        String evidence = "dialect " + proposal.dialect().evidence().words();
        return proposal.alsoFits().isEmpty()
                ? evidence
                : evidence + "; also fits " + String.join(", ", proposal.alsoFits());
    }

    private static String sureness(Proposal proposal) {
        return switch (proposal.sureness()) {
            case CERTAIN -> "certain";
            case LIKELY -> "likely";
            case POSSIBLE -> "possible";
        };
    }

    private Button test(Proposal proposal) {
        return Components.action(
                "Test",
                proposal.collection(),
                () -> new TrialDialog(
                                proposal.place(),
                                background,
                                () -> trials.of(
                                        proposal.place(), proposal.dialect().id()))
                        .open());
    }

    private Component action(Proposal proposal) {
        if (feeds.find(LockScope.present(), proposal.sourceId()).isPresent()) {
            return dim("watched");
        }
        Button watch = new Button("Watch");
        watch.addThemeVariants(ButtonVariant.LUMO_SMALL);
        watch.setAriaLabel("Watch: %s as %s"
                .formatted(proposal.collection(), proposal.dialect().library()));
        watch.setDisableOnClick(true);
        watch.setEnabled(sources.whyNoneIsChanged().isEmpty());
        watch.addClickListener(click -> background.change(
                () -> sources.add(proposal.place(), proposal.dialect().id()),
                added -> {
                    watch.setText("Watched");
                    changed.run();
                },
                why -> {
                    watch.setEnabled(true);
                    Toasts.warn(Confirmation.sentence(why));
                }));
        return watch;
    }

    private static Div pair(String first, String second) {
        return styled(new Div(new Span(first), dim(second)), "pair");
    }

    private static Span dim(String text) {
        return styled(new Span(text), "dim");
    }

    private static Paragraph said(String text) {
        return new Paragraph(text);
    }
}
