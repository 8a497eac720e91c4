package io.lockkeeper.console.api;

import io.lockkeeper.model.Owner;
import java.util.Map;

/** The owner of a request, as its service reports it. */
record ApiOwner(
        String agent,
        String service,
        String instance,
        String host,
        long pid,
        String thread,
        String note,
        Map<String, String> details) {

    static ApiOwner of(Owner owner) {
        return new ApiOwner(
                owner.agent(),
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                owner.thread(),
                owner.note(),
                owner.details().values());
    }
}
