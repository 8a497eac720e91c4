package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.AttachEvent;
import com.vaadin.flow.component.ClientCallable;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.router.WildcardParameter;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.act.eviction.EvictionDialogs;
import io.lockkeeper.console.act.eviction.PauseDialogs;
import io.lockkeeper.console.act.eviction.TakeOutDialogs;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.judge.findings.FindingsFeed;
import io.lockkeeper.console.judge.findings.FindingsSnapshot;
import io.lockkeeper.console.judge.waits.Waits;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.ScopedBoard;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Holder;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Every lock at a glance, and one lock beside it. What the page shows stands in its address: lock, search and order. */
@KeepsToScope
@Route("locks")
@PermitAll
final class LocksView extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    private final ScopedBoard board;
    private final BoardPublisher publisher;
    private final EvictionDialogs evictions;
    private final OpenLock openLock;
    private final OpenStory story;
    private final FindingsFeed findings;
    private final Waits waits;
    private final LockGrid grid;
    private final LocksHeader header;
    private final HeldBack heldBack;
    private final LockPanel panel;
    private final ListState state;
    private final Div body;
    private volatile LockQuery query = LockQuery.ALL;
    private volatile @Nullable String open;

    LocksView(
            BoardPublisher publisher,
            LockReader reader,
            EvictionDialogs evictions,
            PauseDialogs pauses,
            TakeOutDialogs takeOuts,
            AgentLives lives,
            OpenStory story,
            FindingsFeed findings,
            Waits waits,
            ViewShelf shelf,
            SourceFeeds sources,
            Background background,
            AuthenticationContext user) {
        board = publisher.within(LockScope.present());
        this.publisher = publisher;
        this.evictions = evictions;
        this.story = story;
        this.findings = findings;
        this.waits = waits;
        openLock = new OpenLock(board, reader, lives);
        grid = new LockGrid(board);
        header = new LocksHeader(this::query, grid::columns, this::evictSeveral);
        header.refuse(evictions.refusal().orElse(""));
        user.getAuthenticatedUser(ConsoleUser.class)
                .ifPresent(self -> header.offer(new ViewMenu(shelf, background, self, () -> query, this::open)));
        heldBack = new HeldBack(this::apply);
        panel = new LockPanel(
                evictions.refusal().orElse(""), pauses, takeOuts, () -> go(null), () -> evict(open), this::evict);
        state = new ListState(() -> !sources.all(board.scope()).isEmpty());
        Div list = new Div(grid.component(), state, heldBack);
        list.addClassName("list");
        body = new Div(list, panel);
        body.addClassName("body");
        addClassName("locks-page");
        add(header, body, header.footer());
        grid.onSort((order, descending) -> query(asked -> asked.ordered(order, descending)));
        LiveBoard.follow(this, publisher, this::listed, this::show);
    }

    @Override
    public void setParameter(BeforeEvent event, @WildcardParameter String address) {
        open = address.isEmpty() ? null : LockAddress.nameOf(address);
        openLock.forget();
        query = LockQuery.of(event.getLocation().getQueryParameters());
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
        return open == null ? "Locks · Lockkeeper" : Formats.visible(open) + " · Lockkeeper";
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
            Optional<List<LockView>> locks,
            @Nullable LockFacts lock,
            LockStory story,
            Optional<String> beyond) {}

    private Listed listed(BoardSnapshot snapshot) {
        String name = open;
        LockFacts facts = name == null ? null : openLock.read(name, snapshot.serverTime());
        return listed(snapshot, facts, name == null ? LockStory.unread("") : story.read(name, snapshot.serverTime()));
    }

    private Listed listed(BoardSnapshot snapshot, @Nullable LockFacts facts, LockStory recorded) {
        LockQuery asked = query;
        FindingsSnapshot found = findings.latest(snapshot.scope());
        Optional<String> beyond =
                facts == null ? Optional.empty() : waits.beyond(snapshot.scope(), facts.name(), snapshot.serverTime());
        Optional<List<LockView>> locks =
                grid.isDue(asked) ? Optional.of(asked.of(snapshot, found.worstIn(LockId.FIRST))) : Optional.empty();
        return new Listed(snapshot, found, asked, locks, facts, recorded, beyond);
    }

    private void show(Listed listed) {
        BoardSnapshot snapshot = listed.board();
        header.show(snapshot, listed.found().findings().size());
        body.setClassName(
                "stale", !snapshot.freshness().isLive() && snapshot.freshness().asOf() != null);
        if (listed.query().equals(query)) {
            grid.show(listed.locks(), listed.query(), listed.found().worstIn(LockId.FIRST), snapshot.serverTime());
            state.show(snapshot, listed.query(), grid.isEmpty());
        }
        heldBack.show(grid.changes());
        LockFacts lock = listed.lock();
        if (lock != null && lock.name().equals(open)) {
            panel.show(lock);
            panel.beyond(lock.name(), listed.beyond());
            Instant now = snapshot.serverTime();
            panel.tell(
                    lock,
                    LockSentence.of(lock, listed.story().knownUsual(), findings::standingSince, now),
                    listed.found().of(LockId.first(lock.name())),
                    listed.story(),
                    now);
        }
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
        BoardSnapshot snapshot = publisher.snapshot(board.scope());
        String name = open;
        show(listed(
                snapshot,
                name == null ? null : openLock.known(name, snapshot.serverTime()),
                story.known(name == null ? "" : name)));
    }

    private void open(LockQuery view) {
        query(asked -> view);
        header.ask(view);
        grid.sorted(view);
    }

    private void apply() {
        grid.apply();
        heldBack.show(grid.changes());
    }

    private void go(@Nullable String name) {
        String address = name == null ? "" : LockAddress.of(name);
        getUI().ifPresent(ui -> ui.navigate(LocksView.class, address, query.address()));
    }

    private void evict(@Nullable String lock) {
        Optional.ofNullable(lock).flatMap(board::find).ifPresent(evictions::open);
    }

    /** Evicts from the locks that the list shows now. */
    private void evictSeveral() {
        evictions.openSeveral(query.of(
                publisher.snapshot(board.scope()),
                findings.latest(board.scope()).worstIn(LockId.FIRST)));
    }

    private void evict(Holder holder) {
        Optional.ofNullable(open).flatMap(board::find).ifPresent(lock -> evictions.open(lock, holder));
    }
}
