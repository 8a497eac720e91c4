package io.lockkeeper.console.face.sources;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.DescriptionList;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.cluster.ClusterHealth;
import io.lockkeeper.console.watch.cluster.Clusters;
import io.lockkeeper.console.watch.dialect.Dialects;
import io.lockkeeper.console.watch.dialect.Grade;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.source.BackgroundSearch;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceSummary;
import io.lockkeeper.console.watch.source.SourceTrials;
import io.lockkeeper.console.watch.source.Sources;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The collections in which other libraries keep their locks; administrators have the console look for more. */
@KeepsToScope
@Route("sources")
@Menu(title = "Sources", order = 4.2, icon = "vaadin:database")
@PageTitle("Sources · Lockkeeper")
@PermitAll
final class SourcesView extends Div {

    private static final List<String> COLUMNS = List.of("Collection", "Forced release", "Locks", "State", "");

    private final Sources sources;
    private final SourceFeeds feeds;
    private final SourceTrials trials;
    private final Background background;
    private final LockScope scope = LockScope.present();
    private final boolean admin;
    private final Span summary = styled(new Span(), "summary");
    private final Notice notice = new Notice();
    private final Div nothing = new Div();
    private final NativeDetails grades = grades();
    private final Table table = new Table("Sources", "source", COLUMNS);
    private final KeyedRows<String, SourceSummary, SourceRow> rows = new KeyedRows<>(
            table.body(), it -> it.source().id(), () -> new SourceRow(administering()), SourceRow::show);

    SourcesView(
            Sources sources,
            SourceFeeds feeds,
            SourceTrials trials,
            BackgroundSearch search,
            Dialects dialects,
            Background background,
            AuthenticationContext user) {
        this.sources = sources;
        this.feeds = feeds;
        this.trials = trials;
        this.background = background;
        admin = user.hasRole(Roles.ADMIN);
        addClassName("sources-page");
        Div entries = styled(new Div(table, grades, nothing), "entries");
        if (admin) {
            notice.show(sources.whyNoneIsChanged().map(why -> "No source can be added or removed: " + why + "."));
            String usual = feeds.first().place().namespace().getDatabaseName();
            entries.add(new ClusterList(search.clusters(), feeds));
            entries.add(new SearchPanel(search, trials, sources, feeds, background, usual, this::draw));
            entries.add(new AddPanel(dialects, trials, sources, search.clusters(), background, usual, this::draw));
        }
        add(head(), entries);
        draw();
        Live.follow(this, feeds::subscribe, now -> summaries(), this::show);
    }

    private Header head() {
        Div title = styled(new Div(new H1("Sources"), summary), "page-title");
        return styled(new Header(title, styled(new Div(LinkWords.lost()), "tools"), notice), "page-head");
    }

    private List<SourceSummary> summaries() {
        return feeds.all(scope).stream().map(SourceSummary::of).toList();
    }

    private void draw() {
        show(summaries());
    }

    private void show(List<SourceSummary> now) {
        rows.show(now);
        table.setVisible(!now.isEmpty());
        grades.setVisible(!now.isEmpty());
        nothing.setVisible(now.isEmpty());
        if (now.isEmpty() && nothing.getComponentCount() == 0) {
            nothing.add(nothing());
        }
        long held = now.stream().mapToLong(it -> it.counts().held()).sum();
        long expired = now.stream().mapToLong(it -> it.counts().expired()).sum();
        long odd = now.stream().mapToLong(it -> it.counts().unreadable()).sum();
        String unreadable = odd == 0 ? "" : String.format(Locale.ROOT, " · %,d not readable", odd);
        Components.text(
                summary,
                now.isEmpty() ? "" : String.format(Locale.ROOT, "%,d held · %,d expired%s", held, expired, unreadable));
    }

    private Optional<SourceRow.Administering> administering() {
        return admin
                ? Optional.of(new SourceRow.Administering(this::remove, this::allow, this::test))
                : Optional.empty();
    }

    /** Each direction asks first: it is what decides whether the console may write to somebody else's collection. */
    private void allow(LockSource source) {
        boolean allowed = !source.isReleasable();
        new Confirmation<>(
                        (allowed ? "Allow evictions in %s?" : "Make %s read-only?").formatted(source.place()),
                        new Paragraph(
                                allowed
                                        ? "Operators may then evict the holders of its locks and, of Lockkeeper's own,"
                                                + " pause them and take waiters out: the console changes or deletes"
                                                + " their documents, each time with a reason and on record. Check first"
                                                + " that the dialect reads this collection correctly."
                                        : "No one can then evict the holders of its locks. The console only reads the"
                                                + " collection."),
                        allowed ? "Allow evictions" : "Make read-only",
                        background,
                        () -> sources.allowReleases(
                                source.id(), allowed, source.lastChange().at()),
                        changed -> draw())
                .open();
    }

    private void test(LockSource source) {
        new TrialDialog(source.place(), background, () -> trials.of(source)).open();
    }

    private void remove(LockSource source) {
        new Confirmation<>(
                        "Remove %s?".formatted(source.place()),
                        new Paragraph(
                                "The console follows it no longer. The collection and its locks stay as they are."),
                        "Remove",
                        background,
                        () -> sources.remove(source.id(), source.lastChange().at()),
                        removed -> draw())
                .open();
    }

    private Div nothing() {
        return styled(
                new Div(
                        new H2("No further collections of locks are watched."),
                        new Paragraph(
                                admin
                                        ? "Have the console look through a database below: it samples each collection and"
                                                + " names those in which a library such as ShedLock or Mongock keeps its locks,"
                                                + " or in which services keep theirs with Lockkeeper."
                                        : "An administrator can have the console look for collections in which a library such"
                                                + " as ShedLock or Mongock keeps its locks.")),
                "message");
    }

    /** The meaning of each grade of a library; folded. */
    private static NativeDetails grades() {
        DescriptionList grades = new DescriptionList();
        for (Grade grade : Grade.values()) {
            grades.add(
                    new DescriptionList.Term("Grade " + grade.text()),
                    new DescriptionList.Description(grade.meaning()));
        }
        return styled(
                new NativeDetails(new Span("What the grades mean: how safely a holder is evicted"), grades), "grades");
    }

    /** The clusters that the console's settings name beside its own, and whether each answers; hidden where there are none. */
    static final class ClusterList extends Div {

        private final Table table = new Table("Clusters", "cluster", List.of("Cluster", "Hosts", "State"));
        private final KeyedRows<String, ClusterHealth, Row> rows =
                new KeyedRows<>(table.body(), ClusterHealth::name, Row::new, Row::show);

        ClusterList(Clusters clusters, SourceFeeds feeds) {
            addClassName("clusters");
            add(new H2("Other clusters"), table);
            show(clusters.others());
            Live.follow(this, feeds::subscribe, now -> clusters.others(), this::show);
        }

        private void show(List<ClusterHealth> now) {
            setVisible(!now.isEmpty());
            rows.show(now);
        }

        private static final class Row extends NativeTableRow {

            private final Span name = styled(new Span(), "strong");
            private final Span hosts = styled(new Span(), "dim");
            private final Span state = new Span();
            private final Span clock = styled(new Span(), "trouble");

            Row() {
                addClassName("cluster");
                getElement().setAttribute("role", "row");
                add(Table.cell(name), Table.cell(hosts), Table.cell(state, clock));
            }

            void show(ClusterHealth now) {
                Components.text(name, now.name());
                Components.text(hosts, Formats.visible(now.hosts()));
                Components.css(state, now.trouble().isEmpty() ? "dim" : "trouble");
                Components.text(state, now.state());
                Components.text(clock, now.clock().orElse(""));
            }
        }
    }
}
