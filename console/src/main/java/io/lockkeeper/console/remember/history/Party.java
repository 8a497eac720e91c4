package io.lockkeeper.console.remember.history;

import io.lockkeeper.model.Owner;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A holder or waiter, as far as its request shows. */
public record Party(String agent, String service, String instance, String host, long pid, String thread, String note) {

    /** Stands for an unrecorded party. */
    public static final Party UNKNOWN = new Party("", "unknown", "unknown", "", 0, "", "");

    /** Service and instance, or the machine where that has no name. */
    public String name() {
        return service + " · " + (instance.isEmpty() ? host : instance);
    }

    public static Party of(Owner owner) {
        return new Party(
                owner.agent(),
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                owner.thread(),
                owner.note());
    }

    /** Adds the fields of a file that describe a party. Without one, they have no values. */
    public static void put(Map<String, @Nullable Object> fields, @Nullable Party who) {
        fields.put("service", who == null ? null : who.service());
        fields.put("instance", who == null ? null : who.instance());
        fields.put("host", who == null ? null : who.host());
        fields.put("pid", who == null ? null : who.pid());
        fields.put("thread", who == null ? null : who.thread());
        fields.put("note", who == null ? null : who.note());
        fields.put("agent", who == null ? null : who.agent());
    }
}
