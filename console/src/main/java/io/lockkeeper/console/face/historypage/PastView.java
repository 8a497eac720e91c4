package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.ask.past.PastAnswer;
import io.lockkeeper.console.ask.past.PastReading;
import io.lockkeeper.console.ask.past.TimeMarks;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.Segments;
import io.lockkeeper.console.ground.export.ExportLinks;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.loops.Rest;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.CostReading;
import io.lockkeeper.console.remember.costs.Costs;
import io.lockkeeper.console.remember.history.Gap;
import io.lockkeeper.console.remember.history.PastQuestion;
import io.lockkeeper.console.remember.history.Recorder;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import jakarta.annotation.security.PermitAll;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The page of leases and waits at any moment of the past. The address holds the question. */
@KeepsToScope
@Route("history")
@Menu(title = "History", order = 5, icon = "vaadin:clock")
@PageTitle("History · Lockkeeper")
@PermitAll
final class PastView extends Div implements BeforeEnterObserver {

    /** While it shows the present, it queries again this often. */
    private static final Duration EVERY = Duration.ofSeconds(3);
    /** How often the marks of the day are read again. */
    private static final Duration MARKED = Duration.ofSeconds(15);
    /** The rest between readings of sums, which change little in seconds, and may cost MongoDB much: a multiple of their duration. */
    private static final Rest REST = new Rest(30, Duration.ZERO, Duration.ofMinutes(1));

    private final PastReading reading;
    private final CostReading costReading;
    private final TimeMarks marks;
    private final Background background;
    private final Recorder recorder;
    private final Span summary = new Span();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Notice notice = new Notice();
    private final SourceFeeds feeds;
    private final PastFilters filters = new PastFilters(change -> ask(change.apply(asked())), badge, LinkWords.lost());
    private final PastClock clock = new PastClock(
            at -> ask(asked().at(at)), window -> ask(asked().asking(window)), from -> ask(asked().from(from)));
    private final Segments<Boolean> ofCosts = new Segments<>(
            "What to read in it",
            List.of(false, true),
            costs -> costs ? "Who cost whom" : "Leases",
            costs -> ask(asked().costing(costs ? CostAddress.ALL : null)));
    private final Anchor incident = new Anchor("", "What happened then");
    private final DensityStrip density = new DensityStrip(this::ask);
    private final PastTable table = new PastTable();
    private final CostsPanel costs = new CostsPanel(of -> ask(asked().costing(of)));
    private final PastPages pages = new PastPages(this::turn);
    private final ExportLinks export = new ExportLinks("export/history");
    private PastAddress asked = PastAddress.NOW;
    private Instant loadedAt = Instant.EPOCH;
    private Instant markedAt = Instant.EPOCH;
    private @Nullable Day marked;
    private List<Gap> gaps = List.of();
    private final AtomicInteger question = new AtomicInteger();
    private boolean loading;
    private long rested = System.nanoTime();

    PastView(
            PastReading reading,
            CostReading costReading,
            TimeMarks marks,
            Background background,
            Recorder recorder,
            SourceFeeds feeds,
            BoardPublisher publisher) {
        this.reading = reading;
        this.costReading = costReading;
        this.marks = marks;
        this.background = background;
        this.recorder = recorder;
        this.feeds = feeds;
        addClassName("past-page");
        ofCosts.addClassName("past-choice");
        incident.setRouterIgnore(false);
        Div choice = new Div(ofCosts, incident);
        choice.addClassName("asks");
        Div entries = new Div(choice, density, table, costs, pages);
        entries.addClassName("entries");
        add(head(), clock, entries, foot());
        badge.show(publisher.snapshot(LockScope.present()).freshness());
        LiveBoard.follow(this, publisher, snapshot -> snapshot, this::tick);
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        asked = PastAddress.of(event.getLocation().getQueryParameters());
        filters.show(asked);
        load();
    }

    private PastAddress asked() {
        return asked;
    }

    private Header head() {
        summary.addClassName("summary");
        Div title = new Div(new H1("History"), summary);
        title.addClassName("page-title");
        Header head = new Header(title, filters, notice);
        head.addClassName("page-head");
        return head;
    }

    private Footer foot() {
        Footer foot = new Footer(export, LinkWords.asOf());
        foot.addClassName("page-foot");
        return foot;
    }

    private void ask(PastAddress other) {
        if (!other.equals(asked)) {
            asked = other;
            PageQuery.show(this, asked.address());
            load();
        }
    }

    /** Shows another page as of the moment that this one shows. */
    private void turn(@Nullable Instant beginning) {
        ask(asked.page(asked.moment(loadedAt), beginning));
    }

    private void tick(BoardSnapshot snapshot) {
        badge.show(snapshot.freshness());
        notice.show(RecorderWords.of(recorder.status()));
        boolean due = loadedAt.plus(EVERY).isBefore(feeds.now()) && System.nanoTime() - rested >= 0;
        if (asked.at() == null && !loading && due) {
            load();
        }
    }

    /** The old answer stays until the new one has come; of several questions, the last one counts. */
    private void load() {
        int number = question.incrementAndGet();
        Instant now = feeds.now();
        clock.show(asked.moment(now), asked.at() == null, asked, gaps);
        mark(clock.day(), now);
        ofCosts.show(asked.costs() != null);
        filters.offer(feeds.summaries(LockScope.present()), asked);
        Instant until = asked.moment(now);
        Duration length = asked.length(now);
        incident.setHref(
                length == null ? IncidentAddress.around(until, null) : IncidentAddress.of(until.minus(length), until));
        export.setVisible(asked.costs() == null);
        export.narrow(asked.at(asked.moment(now)).address());
        try {
            PastQuestion wanted = asked.question(LockScope.present(), now);
            loading = true;
            read(number, wanted);
        } catch (IllegalArgumentException e) {
            table.say("This cannot be searched for.", String.valueOf(e.getMessage()));
        }
    }

    private void mark(Day day, Instant now) {
        if (day.equals(marked) && markedAt.plus(MARKED).isAfter(now)) {
            return;
        }
        marked = day;
        markedAt = now;
        LockScope scope = LockScope.present();
        background.read(() -> marks.of(scope, day.begin(), day.end()), clock::mark, failure -> marked = null);
    }

    private void read(int number, PastQuestion wanted) {
        CostAddress wantedCosts = asked.costs();
        if (wantedCosts != null) {
            long began = System.nanoTime();
            background.readMuch(
                    () -> number == question.get(),
                    () -> costReading.read(wanted, wantedCosts.group()),
                    answer -> came(number, () -> show(number, answer, wantedCosts, began)),
                    failure -> came(number, () -> fail(failure)));
            return;
        }
        background.readMuch(
                () -> number == question.get(),
                () -> reading.read(wanted, PastTable.MOST),
                answer -> came(number, () -> show(number, answer)),
                failure -> came(number, () -> fail(failure)));
    }

    private void came(int number, Runnable show) {
        cameLater(number, () -> {
            loadedAt = feeds.now();
            show.run();
        });
    }

    private void cameLater(int number, Runnable show) {
        if (number == question.get()) {
            loading = false;
            show.run();
        }
    }

    /** Reads what the answer is shown without, until it comes. */
    private <T> void readLater(int number, Supplier<T> call, Consumer<T> show, Runnable fail) {
        loading = true;
        background.readMuch(
                () -> number == question.get(),
                call,
                answer -> cameLater(number, () -> show.accept(answer)),
                failure -> cameLater(number, fail));
    }

    private void fail(Exception failure) {
        density.hide();
        costs.setVisible(false);
        table.setVisible(true);
        table.fail(failure);
        summary.setText("");
        pages.hide();
    }

    private void show(int number, Costs answer, CostAddress of, long began) {
        rested = System.nanoTime() + REST.since(began).toNanos();
        gaps = answer.gaps();
        clock.show(asked.moment(loadedAt), asked.at() == null, asked, gaps);
        Components.text(summary, CostWords.summary(answer));
        density.hide();
        table.setVisible(false);
        pages.hide();
        costs.setVisible(true);
        costs.show(answer, of);
        if (answer.areKnown()) {
            readLater(
                    number,
                    () -> costReading.weekBefore(answer.question(), of.group()),
                    before -> {
                        rested = System.nanoTime() + REST.since(began).toNanos();
                        costs.compare(before);
                    },
                    costs::failToCompare);
        }
    }

    private void show(int number, PastAnswer answer) {
        rested = System.nanoTime();
        costs.setVisible(false);
        table.setVisible(true);
        gaps = answer.gaps();
        clock.show(asked.moment(loadedAt), asked.at() == null, asked, gaps);
        Components.text(summary, PastWords.summary(answer));
        List<PastEntry> shown = table.show(answer, asked.isNarrowed(), asked.at() == null);
        pages.show(shown, answer.found() > PastTable.MOST, asked.next());
        if (density.isDue(asked)) {
            count(number, asked, System.nanoTime());
        }
    }

    private void count(int number, PastAddress of, long began) {
        PastQuestion counted = DensityStrip.of(of).question(LockScope.present(), loadedAt);
        readLater(
                number,
                () -> reading.density(counted),
                found -> density.show(found, of, REST.since(began)),
                () -> density.fail(of));
    }
}
