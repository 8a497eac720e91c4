package io.lockkeeper.console.eviction;

import io.lockkeeper.console.board.LockView;
import io.lockkeeper.console.shell.Toasts;
import org.springframework.stereotype.Component;

/** Opens the dialog in which an operator ends a lease. */
@Component
public class EvictionDialogs {

    private final EvictionService service;

    EvictionDialogs(EvictionService service) {
        this.service = service;
    }

    /** Whether the present user may evict. */
    public boolean isAllowed() {
        return service.isAllowed();
    }

    /** Opens the dialog, bound to the lease that holds the lock now. */
    public void open(LockView lock) {
        if (!isAllowed()) {
            Toasts.say("Only an operator may evict; you are a viewer.");
        }
    }
}
