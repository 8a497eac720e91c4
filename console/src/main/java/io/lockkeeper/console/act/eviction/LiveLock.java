package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.agents.AgentLives;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.heartbeat.Live;
import io.lockkeeper.console.watch.source.ScopedBoard;
import io.lockkeeper.console.watch.source.SourceFeeds;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonValue;

/**
 * A lock as an open dialog sees it. Thread-safe.
 *
 * @param board what the operator may see of its source
 * @param document the id of its document, for there may be several of a name
 */
record LiveLock(
        ScopedBoard board, LockId id, Dialect dialect, BsonValue document, SourceFeeds feeds, AgentLives lives) {

    /** The lock as it is now; empty if it has no document, or none that can be read. */
    Optional<DialectLock> find() {
        return board.find(document).map(Lock::facts).filter(DialectLock::isReadable);
    }

    /** The moment for which it is judged. */
    Instant now() {
        return board.now();
    }

    /** Whether the agent lives that holds a lease of it. */
    AgentLife life(DialectLock lock, Holder lease) {
        List<Lock> here = lock.own().stream().<Lock>map(Lock::of).toList();
        return board.watched()
                .map(source -> lives.in(source, here, now()).apply(lease))
                .orElseGet(AgentLife.Unknown::new);
    }

    /** The other locks that this agent holds, by name. */
    List<String> alsoHeldBy(String agent) {
        return board.heldBy(agent).stream()
                .map(Lock::name)
                .filter(name -> !name.equals(id.name()))
                .toList();
    }

    /** Shows what a dialog looks at again after each change, while the dialog is on a page. */
    <T> void follow(Component dialog, Supplier<T> look, Consumer<T> show) {
        Live.<Instant, T>follow(dialog, feeds::subscribe, at -> look.get(), show);
    }
}
