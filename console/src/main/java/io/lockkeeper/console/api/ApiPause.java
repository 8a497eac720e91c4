package io.lockkeeper.console.api;

import io.lockkeeper.model.Pause;
import java.time.Instant;

/**
 * A pause of a lock.
 *
 * @param id its own: what If-Match takes to end it
 * @param by the operator
 * @param reason why
 * @param at since when
 * @param until when it ends by itself
 */
record ApiPause(String id, String by, String reason, Instant at, Instant until) {

    static ApiPause of(Pause pause) {
        return new ApiPause(pause.id(), pause.by(), pause.reason(), pause.at(), pause.until());
    }
}
