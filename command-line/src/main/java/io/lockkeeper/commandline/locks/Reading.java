package io.lockkeeper.commandline.locks;

import java.util.List;
import java.util.Locale;

/**
 * Locks in use at one moment.
 *
 * @param headline how many, and how fresh that is
 * @param notice how old it is, in a sentence; empty if it is not
 * @param table for people
 * @param more whether there are more than were asked for
 */
record Reading(String headline, String notice, List<Entry> entries, List<String> table, boolean more) {

    /**
     * One lock.
     *
     * @param state what changes other than by time
     * @param json for programs
     * @param free for programs, once it is no longer in use
     */
    record Entry(String name, String state, String json, String free) {}

    static Reading of(LockReader.Found found) {
        int size = found.locks().size();
        return new Reading(
                String.format(Locale.ROOT, "live: %d locks in use%s", size, found.more() ? " and more" : ""),
                "",
                found.locks().stream().map(Reading::entry).toList(),
                LockTexts.table(found.locks()),
                found.more());
    }

    private static Entry entry(LockEntry lock) {
        return new Entry(
                lock.name(),
                state(lock),
                LockJson.of(lock).toString(),
                LockJson.free(lock.name()).toString());
    }

    /** The tokens of the holders and the number of waiters: a change of either is worth showing. */
    private static String state(LockEntry entry) {
        return switch (entry) {
            case LockEntry.Damaged damaged -> damaged.toString();
            case LockEntry.Sound lock ->
                lock.name()
                        + lock.holders().stream()
                                .map(holder -> " " + holder.token() + (holder.evicted() == null ? "" : "!"))
                                .toList()
                        + lock.snapshot().lock().waiting();
        };
    }
}
