package io.lockkeeper.model;

import org.jspecify.annotations.Nullable;

/**
 * Who requested a lock, for people: never compared, never trusted.
 *
 * @param agent the unique id of the agent, new at every start
 * @param service the service that embeds the agent, at most 128 bytes of UTF-8
 * @param instance the service's instance, at most 128 bytes
 * @param host the machine's name, cut to 255 bytes
 * @param pid the process id on that machine
 * @param thread the name of the asking thread, cut to 128 bytes
 * @param note the caller's note for operators, at most 512 bytes; empty for none
 * @param details the same as keys and values
 * @param wakes where the agent writes and reads {@link Hint hints}; null for one that does not
 */
public record Owner(
        String agent,
        String service,
        String instance,
        String host,
        long pid,
        String thread,
        String note,
        Details details,
        @Nullable HintPlace wakes) {

    public static final int MAX_NAME_BYTES = 128;
    public static final int MAX_HOST_BYTES = 255;
    public static final int MAX_NOTE_BYTES = 512;

    /**
     * Checks the names that people chose, and shortens the others.
     *
     * @throws IllegalArgumentException if service, instance or note are too long or contain control characters
     */
    public Owner {
        Texts.checked("Agent id", agent, MAX_NAME_BYTES);
        Texts.checked("Service", service, MAX_NAME_BYTES);
        Texts.checked("Instance", instance, MAX_NAME_BYTES);
        host = Texts.fitted(host, MAX_HOST_BYTES);
        thread = Texts.fitted(thread, MAX_NAME_BYTES);
        Texts.checked("Note", note, MAX_NOTE_BYTES);
    }

    /** An owner without details. */
    public Owner(String agent, String service, String instance, String host, long pid, String thread, String note) {
        this(agent, service, instance, host, pid, thread, note, Details.NONE, null);
    }

    /** The same owner, asking from another thread, with another note and other details. */
    public Owner asking(String thread, String note, Details details) {
        return new Owner(agent, service, instance, host, pid, thread, note, details, wakes);
    }

    /** Another process of the machine, for which the agent asks. */
    public Owner onBehalfOf(String service, String instance, long pid) {
        return new Owner(agent, service, instance, host, pid, thread, note, details, wakes);
    }

    /** The same owner, whose agent writes and reads hints there. */
    public Owner waking(@Nullable HintPlace place) {
        return new Owner(agent, service, instance, host, pid, thread, note, details, place);
    }
}
