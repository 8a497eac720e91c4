package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.AttachEvent;
import com.vaadin.flow.component.ClientCallable;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.WildcardParameter;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.act.eviction.LockDialogs;
import io.lockkeeper.console.ask.locks.JobMark;
import io.lockkeeper.console.ask.locks.LockFacts;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.mongodb.ServiceAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.remember.holds.LeftOutHolds;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.facet.Facets;
import io.lockkeeper.console.watch.source.Boards;
import io.lockkeeper.console.watch.source.ScopedBoard;
import jakarta.annotation.security.PermitAll;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every lock of a source at a glance, and one lock beside it. What the page shows stands in its address: source, lock, search and order. */
@KeepsToScope
@Route("locks")
@Menu(title = "Locks", order = 1, icon = "vaadin:lock")
@PermitAll
final class LocksView extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    private final Boards boards;
    private final EvictionDialogs evictions;
    private final LeftOutHolds leftOut;
    private final OpenLock openLock;
    private final FindingsFeed findings;
    private final LockGrid grid;
    private final LocksHeader header;
    private final HeldBack heldBack;
    private final LockPanel panel;
    private final ListState state;
    private final Div body;
    private volatile LockQuery query = LockQuery.ALL;
    private volatile ScopedBoard board;
    private volatile @Nullable String open;

    LocksView(
            Boards boards,
            OpenLock openLock,
            LockDialogs dialogs,
            Facets facets,
            FindingsFeed findings,
            LeftOutHolds leftOut,
            ServiceAddress address) {
        this.boards = boards;
        board = boards.of(LockScope.present(), LockId.FIRST);
        evictions = dialogs.evictions();
        this.leftOut = leftOut;
        this.findings = findings;
        this.openLock = openLock;
        grid = new LockGrid(board, facets);
        header = new LocksHeader(this::query, grid::columns, this::evictSeveral, this::source);
        heldBack = new HeldBack(this::apply);
        panel = new LockPanel(new LockNow(dialogs, facets, () -> board), facets, () -> go(null));
        state = new ListState(() -> boards.areSeveral(board.scope()), address);
        Div list = new Div(grid.component(), state, heldBack);
        list.addClassName("list");
        body = new Div(list, panel);
        body.addClassName("body");
        addClassName("locks-page");
        add(header, body, header.footer());
        grid.onSort((order, descending) -> query(asked -> asked.ordered(order, descending)));
        boards.follow(this, () -> board, this::listed, this::show);
    }

    @Override
    public void setParameter(BeforeEvent event, @WildcardParameter String address) {
        open = address.isEmpty() ? null : LockAddress.nameOf(address);
        openLock.forget();
        query = LockQuery.of(event.getLocation().getQueryParameters());
        board = boards.of(board.scope(), query.source());
        grid.of(board);
        grid.look(query.look());
        header.ask(query);
        grid.sorted(query);
        refresh();
        if (open != null) {
            grid.mark(open);
        }
    }

    @Override
    public String getPageTitle() {
        String title = open == null ? shown().title() : open;
        return Formats.visible(title) + " · Lockkeeper";
    }

    @Override
    protected void onAttach(AttachEvent attached) {
        getElement().executeJs("window.lockkeeper.listen(this)");
    }

    /** A key that was pressed outside of any field. */
    @ClientCallable
    void pressed(String key) {
        switch (key) {
            case "j" -> grid.move(1);
            case "k" -> grid.move(-1);
            case "Enter" -> grid.marked().ifPresent(this::chosen);
            case "Escape" -> go(null);
            case "e" -> evict(grid.marked().orElse(open));
            default -> {}
        }
    }

    /** A lock's row was clicked: the row under the pointer when the button went down. */
    @ClientCallable
    void chosen(String lock) {
        if (GroupHead.isKey(lock)) {
            grid.turn(lock);
        } else {
            go(lock);
        }
    }

    /** The user moved the focus to the row of a lock. */
    @ClientCallable
    void focused(String lock) {
        grid.mark(lock);
    }

    /** The pointer or the focus came into the list, or left it. */
    @ClientCallable
    void holding(boolean hand) {
        grid.hold(hand);
    }

    /** The list's width has changed. */
    @ClientCallable
    void resized(int width) {
        grid.fit(ListWidth.of(width));
        header.narrow(query);
    }

    private record Listed(
            BoardSnapshot board,
            FindingsSnapshot found,
            LockQuery query,
            Optional<List<Lock>> locks,
            Duration took,
            OpenLock.@Nullable Shown lock,
            Optional<String> beyond) {}

    private Listed listed(BoardSnapshot snapshot) {
        ScopedBoard in = board;
        String name = open;
        return listed(in, snapshot, name == null ? null : openLock.read(in, name, snapshot.serverTime()));
    }

    private Listed listed(ScopedBoard in, BoardSnapshot snapshot, OpenLock.@Nullable Shown lock) {
        LockQuery asked = query;
        FindingsSnapshot found = findings.latest(in.scope());
        Optional<String> beyond =
                lock == null ? Optional.empty() : openLock.beyond(in, lock.facts(), snapshot.serverTime());
        long began = System.nanoTime();
        Optional<List<Lock>> locks = grid.isDue(asked)
                ? Optional.of(List.copyOf(asked.of(
                        snapshot, found.worstIn(in.source()), JobMark.of(in, in.jobs(), snapshot.serverTime()))))
                : Optional.empty();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return new Listed(snapshot, found, asked, locks, took, lock, beyond);
    }

    private ShownSource shown() {
        return ShownSource.of(board, leftOut, evictions::obstacle);
    }

    private void show(Listed listed) {
        if (!listed.query().source().equals(query.source())) {
            return;
        }
        BoardSnapshot snapshot = listed.board();
        ShownSource source = shown();
        int found = source.id().isEmpty()
                ? listed.found().findings().size()
                : listed.found().worstIn(source.id()).size();
        header.show(snapshot, found, source, boards.summaries(board.scope()));
        header.refuse(evictions.refusal(board), evictions.refusalOfSeveral(board));
        body.setClassName(
                "stale", !snapshot.freshness().isLive() && snapshot.freshness().asOf() != null);
        if (listed.query().equals(query)) {
            grid.show(listed.locks(), listed.took(), query, listed.found().worstIn(source.id()), snapshot.serverTime());
            state.show(snapshot, query, source, grid.isEmpty());
        }
        heldBack.show(grid.changes());
        OpenLock.Shown lock = listed.lock();
        if (lock != null && lock.facts().name().equals(open)) {
            show(listed, lock, snapshot.serverTime());
        }
    }

    private void show(Listed listed, OpenLock.Shown lock, Instant now) {
        LockFacts facts = lock.facts();
        panel.show(facts, now);
        panel.beyond(facts, listed.beyond());
        panel.tell(facts, lock.sentence(), listed.found().of(facts.id()), lock.story(), now);
    }

    private void query(UnaryOperator<LockQuery> change) {
        LockQuery asked = change.apply(query);
        if (!asked.equals(query)) {
            query = asked;
            grid.look(asked.look());
            header.narrow(asked);
            PageQuery.show(this, asked.address());
            refresh();
        }
    }

    /** Shows at once what is known without asking MongoDB. */
    private void refresh() {
        panel.setVisible(open != null);
        setClassName("lock-open", open != null);
        BoardSnapshot snapshot = board.snapshot();
        String name = open;
        show(listed(board, snapshot, name == null ? null : openLock.known(board, name, snapshot.serverTime())));
    }

    private void source(String id) {
        go(null, query.in(id));
    }

    private void apply() {
        grid.apply();
        heldBack.show(grid.changes());
    }

    private void go(@Nullable String name) {
        go(name, query);
    }

    private void go(@Nullable String name, LockQuery asked) {
        String address = name == null ? "" : LockAddress.of(name);
        getUI().ifPresent(ui -> ui.navigate(LocksView.class, address, asked.address()));
    }

    private void evict(@Nullable String lock) {
        Optional.ofNullable(lock).flatMap(board::find).ifPresent(it -> evictions.open(board, it));
    }

    /** Evicts from the locks that the list shows now. */
    private void evictSeveral() {
        evictions.openSeveral(
                board, query.of(board.snapshot(), findings.latest(board.scope()).worstIn(board.source())));
    }

    @Configuration
    static class LocksNavigation {

        @Bean
        NavigationCount locksEntry() {
            return new NavigationCount(
                    LocksView.class, List.of(LockPage.class), locks -> NavigationCount.words(locks.held()), () -> true);
        }
    }

    /**
     * Says how many changes of the order are held back while the user's pointer or focus is in the list, and applies them on a
     * click.
     */
    static final class HeldBack extends NativeButton {

        HeldBack(Runnable apply) {
            addClassName("held-back");
            setVisible(false);
            addClickListener(click -> apply.run());
        }

        void show(int changes) {
            setVisible(changes > 0);
            setText(changes == 1 ? "1 change · apply" : String.format(Locale.ROOT, "%,d changes · apply", changes));
        }
    }
}
