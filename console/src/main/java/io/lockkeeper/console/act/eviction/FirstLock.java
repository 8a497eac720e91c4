package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.console.watch.board.ScopedBoard;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.OwnDialect;
import io.lockkeeper.console.watch.dialect.OwnLease;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One of the console's first collection. */
record FirstLock(String name, ScopedBoard board, Boards boards) implements LiveLock {

    /** What all of them share. */
    record Boards(BoardPublisher publisher, AgentLives lives, ServerClock clock) {}

    static FirstLock of(String name, LockScope scope, Boards boards) {
        return new FirstLock(name, boards.publisher().within(scope), boards);
    }

    @Override
    public LockId id() {
        return LockId.first(name);
    }

    @Override
    public Dialect dialect() {
        return new OwnDialect();
    }

    @Override
    public Optional<ForeignLock> find() {
        return board.find(name)
                .flatMap(lock -> Optional.ofNullable(lock.lock()))
                .map(OwnLease::lock);
    }

    @Override
    public Instant now() {
        return boards.clock().now();
    }

    @Override
    public AgentLife life(ForeignLock lock, Holder lease) {
        return boards.lives().of(lease);
    }

    @Override
    public List<String> alsoHeldBy(String agent) {
        return board.heldBy(agent).stream()
                .map(LockView::name)
                .filter(each -> !each.equals(name))
                .toList();
    }

    @Override
    public <T> void follow(Component dialog, Supplier<T> look, Consumer<T> show) {
        LiveBoard.follow(dialog, boards.publisher(), snapshot -> look.get(), show);
    }
}
