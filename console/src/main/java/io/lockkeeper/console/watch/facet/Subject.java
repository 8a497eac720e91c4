package io.lockkeeper.console.watch.facet;

import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.model.Holder;
import java.util.Optional;

/**
 * The lock of which something is to be known.
 *
 * @param holder the lease that is shown for it, if there is one
 */
public record Subject(LockId lock, Optional<Holder> holder) {

    public static Subject of(LockId lock) {
        return new Subject(lock, Optional.empty());
    }
}
