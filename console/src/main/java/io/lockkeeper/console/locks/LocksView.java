package io.lockkeeper.console.locks;

import com.vaadin.flow.component.AttachEvent;
import com.vaadin.flow.component.ClientCallable;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.router.BeforeEvent;
import com.vaadin.flow.router.HasDynamicTitle;
import com.vaadin.flow.router.HasUrlParameter;
import com.vaadin.flow.router.OptionalParameter;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.board.Board;
import io.lockkeeper.console.board.BoardPublisher;
import io.lockkeeper.console.board.BoardSnapshot;
import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.eviction.EvictionDialogs;
import io.lockkeeper.console.shell.LiveBoard;
import io.lockkeeper.console.shell.LockAddress;
import io.lockkeeper.console.shell.Words;
import jakarta.annotation.security.PermitAll;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Every lock at a glance, and one lock beside it, whose name stands in the address. */
@Route("locks")
@PermitAll
final class LocksView extends Div implements HasUrlParameter<String>, HasDynamicTitle {

    private final Board board;
    private final BoardPublisher publisher;
    private final LockReader reader;
    private final EvictionDialogs evictions;
    private final LocksHeader header = new LocksHeader(this::query);
    private final LockGrid grid = new LockGrid();
    private final LockPanel panel;
    private final ListState state = new ListState();
    private final Div body;
    private volatile LockQuery query = LockQuery.ALL;
    private volatile @Nullable String open;
    private volatile @Nullable LockView offBoard;
    private int windowWidth = 1280;

    LocksView(Board board, BoardPublisher publisher, LockReader reader, EvictionDialogs evictions) {
        this.board = board;
        this.publisher = publisher;
        this.reader = reader;
        this.evictions = evictions;
        panel = new LockPanel(evictions.isAllowed(), () -> go(null), this::evict);
        Div list = new Div(grid.component(), state);
        list.addClassName("list");
        body = new Div(list, panel);
        body.addClassName("body");
        addClassName("locks-page");
        add(header, body, header.footer());
        grid.onOpen(this::go);
        grid.onSort((order, descending) -> query(asked -> asked.ordered(order, descending)));
        LiveBoard.follow(this, publisher, this::listed, this::show);
    }

    @Override
    public void setParameter(BeforeEvent event, @OptionalParameter @Nullable String address) {
        open = address == null ? null : LockAddress.nameOf(address);
        offBoard = open == null || board.find(open).isPresent()
                ? null
                : reader.read(open).orElse(null);
        refresh();
        if (open != null) {
            grid.mark(open);
        }
    }

    @Override
    public String getPageTitle() {
        return open == null ? "Locks · Lockkeeper" : Words.visible(open) + " · Lockkeeper";
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
            case "Enter" -> grid.marked().ifPresent(this::go);
            case "Escape" -> go(null);
            case "e" -> evict();
            default -> {}
        }
    }

    /** The window has another width. */
    @ClientCallable
    void resized(int width) {
        windowWidth = width;
        grid.fit(Room.of(width, open != null));
    }

    private record Listed(
            BoardSnapshot board,
            LockQuery query,
            List<LockView> locks,
            @Nullable LockFacts lock) {}

    private Listed listed(BoardSnapshot snapshot) {
        LockQuery asked = query;
        return new Listed(snapshot, asked, asked.of(snapshot), facts(snapshot));
    }

    private @Nullable LockFacts facts(BoardSnapshot snapshot) {
        String name = open;
        return name == null
                ? null
                : board.find(name)
                        .or(() -> Optional.ofNullable(offBoard))
                        .map(lock -> LockFacts.of(lock, board, snapshot.serverTime()))
                        .orElseGet(() -> LockFacts.absent(name));
    }

    private void show(Listed listed) {
        BoardSnapshot snapshot = listed.board();
        header.show(snapshot);
        body.setClassName(
                "stale", !snapshot.freshness().isLive() && snapshot.freshness().asOf() != null);
        grid.show(listed.locks(), snapshot.serverTime());
        state.show(snapshot, listed.query(), listed.locks().isEmpty());
        LockFacts lock = listed.lock();
        if (lock != null && lock.name().equals(open)) {
            panel.show(lock);
        }
        UI.getCurrent().getPage().executeJs("window.lockkeeper.sync($0)", (double)
                snapshot.serverTime().toEpochMilli());
    }

    private void query(UnaryOperator<LockQuery> change) {
        query = change.apply(query);
        refresh();
    }

    private void refresh() {
        panel.setVisible(open != null);
        setClassName("lock-open", open != null);
        grid.fit(Room.of(windowWidth, open != null));
        show(listed(publisher.snapshot()));
    }

    private void go(@Nullable String name) {
        getUI().ifPresent(ui -> ui.navigate(LocksView.class, name == null ? null : LockAddress.of(name)));
    }

    private void evict() {
        Optional.ofNullable(open).or(grid::marked).flatMap(board::find).ifPresent(evictions::open);
    }
}
