package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.agents.AgentLife;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A lock as an open dialog sees it, on the board of its source. Thread-safe. */
interface LiveLock {

    LockId id();

    Dialect dialect();

    /** The lock as it is now; empty if it has no document, or none that can be read. */
    Optional<ForeignLock> find();

    /** Now, by the clock of its cluster. */
    Instant now();

    /** Whether the agent lives that holds a lease of it. */
    AgentLife life(ForeignLock lock, Holder lease);

    /** The other locks that this agent holds, by name. */
    List<String> alsoHeldBy(String agent);

    /** Shows what a dialog looks at again after each change, while the dialog is on a page. */
    <T> void follow(Component dialog, Supplier<T> look, Consumer<T> show);
}
