package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.html.Div;
import io.lockkeeper.console.act.eviction.PauseBar;
import io.lockkeeper.console.act.eviction.PauseDialogs;
import io.lockkeeper.console.act.eviction.QueueBand;
import io.lockkeeper.console.act.eviction.QueuedWaiter;
import io.lockkeeper.console.act.eviction.TakeOutDialogs;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.Pause;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a lock of Lockkeeper's own has in a source as in the first collection: its queue, and whether it is paused. */
final class OwnBands extends Div {

    private final PauseBar pause;
    private final QueueBand queue;

    OwnBands(PauseDialogs pauses, TakeOutDialogs takeOuts) {
        pause = new PauseBar(pauses);
        queue = new QueueBand(takeOuts);
        addClassName("own-bands");
        add(pause, queue);
        setVisible(false);
    }

    /** For another lock, the queue starts again at its first waiters. */
    void reset() {
        queue.reset();
    }

    /** Shows nothing of another library's lock, or where there is none. */
    void show(String source, @Nullable ForeignLock lock, Instant now) {
        Optional<LockDocument> own = Optional.ofNullable(lock).flatMap(ForeignLock::own);
        setVisible(own.isPresent());
        own.ifPresent(it -> {
            LockId placed = new LockId(source, it.name());
            pause.show(placed, paused(it, now));
            queue.show(placed, QueuedWaiter.of(it.queue(), now));
        });
    }

    private static @Nullable Pause paused(LockDocument lock, Instant now) {
        Pause paused = lock.paused();
        return paused != null && paused.until().isAfter(now) ? paused : null;
    }
}
