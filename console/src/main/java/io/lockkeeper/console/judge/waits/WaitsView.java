package io.lockkeeper.console.judge.waits;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.waits.WaitsHeader.Place;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.dialect.LockkeeperDialect;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.console.watch.source.SourceFeeds.Watched;
import io.lockkeeper.console.watch.source.SourceSummary;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The page of waits over all locks, root blockers first; as a tree, and as a graph. */
@KeepsToScope
@Route("waits")
@Menu(title = "Waits", order = 2, icon = "vaadin:sitemap")
@PageTitle("Waits · Lockkeeper")
@PermitAll
final class WaitsView extends Div implements BeforeEnterObserver {

    private static final int SHOWN = 100;
    private static final int DEADLOCKS = 10;
    private static final List<String> COLUMNS = List.of("Who", "Locks", "For", "Behind it", "");

    private final LockScope scope = LockScope.present();
    private final BoardPublisher board;
    private final Waits waits;
    private final SourceFeeds sources;
    private final Boards boards;
    private final WaitsHeader header;
    private final Div deadlocks = styled(new Div(), "findings");
    private final WaitDrawing drawing = new WaitDrawing();
    private final Table table = new Table("Who waits for whom", "wait", COLUMNS);
    private final Span elsewhere =
            new Span("Who waits for locks of other libraries is unknown: their documents do not say.");
    private final ShowMoreButton more = new ShowMoreButton(SHOWN, this::redraw);
    private final RedrawnPanel<Nothing> nothing = styled(new RedrawnPanel<>(WaitsView::nothing), "message");
    private final EvictionDialogs evictions;
    private final Set<String> opened = ConcurrentHashMap.newKeySet();
    private final KeyedRows<String, Deadlock, DeadlockCard> cards;
    private final KeyedRows<String, WaitLine, WaitRow> rows;
    private volatile WaitQuery query = WaitQuery.ALL;
    private Instant now = Instant.EPOCH;
    private @Nullable WaitFacts shown;

    /** The text while there is nothing to show. */
    private enum Nothing {
        NONE,
        READING,
        NO_SOURCE,
        NOBODY_WAITS,
        NOBODY_WAITS_HERE,
        NO_MATCH
    }

    WaitsView(BoardPublisher board, Waits waits, EvictionDialogs evictions, SourceFeeds sources, Boards boards) {
        header = new WaitsHeader(this::ask);
        this.board = board;
        this.sources = sources;
        this.boards = boards;
        this.waits = waits;
        this.evictions = evictions;
        String refusal = evictions.refusal().orElse("");
        cards = new KeyedRows<>(
                deadlocks,
                Deadlock::id,
                () -> new DeadlockCard(refusal, this::evict),
                (card, deadlock) -> card.show(deadlock, now));
        rows = new KeyedRows<>(
                table.body(),
                WaitLine::key,
                () -> new WaitRow(refusal, this::open, this::evict),
                (row, line) -> row.show(line, query));
        addClassName("waits-page");
        Footer foot = styled(new Footer(elsewhere, LinkWords.asOf()), "page-foot");
        add(header, styled(new Div(deadlocks, drawing, table, more, nothing), "entries"), foot);
        LiveBoard.follow(this, board, this::look, this::show);
        Live.follow(this, sources::subscribe, unused -> look(board.snapshot(scope)), this::show);
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        query = WaitQuery.of(event.getLocation().getQueryParameters());
        asked();
    }

    private void ask(UnaryOperator<WaitQuery> change) {
        WaitQuery asked = change.apply(query);
        if (!asked.equals(query)) {
            query = asked;
            PageQuery.show(this, asked.address());
            asked();
        }
    }

    private void asked() {
        header.ask(query);
        more.reset();
        opened.clear();
        show(look(board.snapshot(scope)));
    }

    private void open(String lock) {
        opened.add(lock);
        show(look(board.snapshot(scope)));
    }

    private WaitFacts look(BoardSnapshot snapshot) {
        WaitQuery asked = query;
        if (!asked.source().isEmpty()) {
            return ours().filter(each -> each.source().id().equals(asked.source()))
                    .findFirst()
                    .filter(source -> source.board().isPresent())
                    .map(source -> look(source, asked))
                    .orElseGet(() -> WaitFacts.unread(asked));
        }
        WaitPicture picture = waits.of(snapshot.scope(), snapshot.serverTime());
        return WaitFacts.of(snapshot.freshness(), snapshot.serverTime(), picture, asked, opened);
    }

    private WaitFacts look(Watched source, WaitQuery asked) {
        return WaitFacts.of(SourceSummary.of(source).freshness(), source.asOf(), waits.in(source), asked, opened);
    }

    /** The sources of Lockkeeper's own locks: documents of other libraries do not show waiters. */
    private Stream<Watched> ours() {
        return sources.all(scope).stream().filter(WaitsView::isOurs);
    }

    private static boolean isOurs(Watched source) {
        return source.source().dialect().equals(LockkeeperDialect.ID);
    }

    private void evict(Held held) {
        evictions.open(boards.of(scope, query.source()), held.lock(), held.holder());
    }

    private void redraw() {
        if (shown != null) {
            show(shown);
        }
    }

    private void show(WaitFacts facts) {
        if (!facts.query().equals(query)) {
            return;
        }
        shown = facts;
        now = facts.now();
        header.show(facts);
        List<Place> ours = boards.all(scope).stream()
                .filter(it -> it.watched().filter(WaitsView::isOurs).isPresent())
                .map(it -> new Place(it.source(), it.place(), it.snapshot().waiting()))
                .toList();
        header.offer(ours, query);
        elsewhere.setVisible(boards.all(scope).size() > ours.size());
        setClassName("stale", facts.isRead() && !facts.freshness().isLive());
        cards.show(facts.deadlocks().stream().limit(DEADLOCKS).toList());
        rows.show(facts.lines().subList(0, more.of(facts.lines().size())));
        boolean empty = facts.lines().isEmpty();
        table.setVisible(!empty);
        drawing.setVisible(!empty && facts.graph() != null);
        if (facts.graph() != null) {
            drawing.show(facts.graph());
        }
        nothing.show(empty ? nothing(facts, ours) : Nothing.NONE);
    }

    private static Nothing nothing(WaitFacts facts, List<Place> ours) {
        String source = facts.query().source();
        if (ours.stream().noneMatch(place -> place.source().equals(source))) {
            return Nothing.NO_SOURCE;
        }
        if (!facts.isRead()) {
            return Nothing.READING;
        }
        if (!facts.query().isAll()) {
            return Nothing.NO_MATCH;
        }
        return ours.stream().anyMatch(place -> place.waiting() > 0) ? Nothing.NOBODY_WAITS_HERE : Nothing.NOBODY_WAITS;
    }

    private static List<Component> nothing(Nothing what) {
        return switch (what) {
            case NONE -> List.of();
            case READING -> List.of(new H2("The locks are being read …"));
            case NO_SOURCE -> List.of(new H2("There is no such source of Lockkeeper's own locks."));
            case NOBODY_WAITS -> List.of(new H2("There are no waiters."));
            case NOBODY_WAITS_HERE ->
                List.of(new H2("There are no waiters in this collection."), new Paragraph("There are in another."));
            case NO_MATCH ->
                List.of(
                        new H2("No waiter matches this search."),
                        new Paragraph("The search looks at the names of locks, services, instances and threads."));
        };
    }

    @Configuration
    static class WaitsNavigation {

        @Bean
        NavigationCount waitsEntry() {
            return new NavigationCount(WaitsView.class, locks -> NavigationCount.words(locks.waiting()));
        }
    }
}
