package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.Owner;

/** Who held or waited, as far as the request says. */
public record Party(String agent, String service, String instance, String host, long pid, String thread, String note) {

    /** Of whom nothing is recorded. */
    public static final Party UNKNOWN = new Party("", "unknown", "unknown", "", 0, "", "");

    /** Service and instance, or the machine where that has no name. */
    public String name() {
        return service + " · " + (instance.isEmpty() ? host : instance);
    }

    static Party of(Owner owner) {
        return new Party(
                owner.agent(),
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                owner.thread(),
                owner.note());
    }
}
