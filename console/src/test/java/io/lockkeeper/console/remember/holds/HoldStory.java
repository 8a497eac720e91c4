package io.lockkeeper.console.remember.holds;

import io.lockkeeper.console.watch.dialect.Acquisition;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.dialect.DialectLock;
import io.lockkeeper.console.watch.dialect.DialectLock.State;
import io.lockkeeper.console.watch.source.LockWrite;
import io.lockkeeper.console.watch.source.RecordedStream.Told;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The changes of one lock in words: "held by A, renewed, released". Of several that read alike, one is told. */
final class HoldStory {

    private final List<String> told = new ArrayList<>();
    private final Map<List<String>, String> holders = new HashMap<>();
    private final Set<Acquisition> evicted = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private final Dialect dialect;

    HoldStory(Dialect dialect) {
        this.dialect = dialect;
    }

    void add(Told next) {
        LockWrite change = next.change();
        if (next.forced()) {
            change.before().map(DialectLock::acquisition).ifPresent(evicted::add);
        }
        EndedHold.of(change).stream()
                .filter(hold -> ended.add(id(hold)))
                .map(this::end)
                .forEach(this::tell);
        change.after()
                .filter(after -> after.state(change.at()) == State.HELD)
                .filter(after -> !change.before().equals(change.after()))
                .ifPresent(after -> tell(isRenewed(change, after) ? "renewed" : "held by " + holder(after)));
    }

    String words() {
        return String.join(", ", told);
    }

    private String end(EndedHold hold) {
        return evicted.contains(hold.acquisition())
                ? "evicted"
                : hold.end().how().name().toLowerCase(Locale.ROOT);
    }

    private String holder(DialectLock lock) {
        return lock.holders().isEmpty()
                ? "somebody"
                : holders.computeIfAbsent(lock.holders(), unused -> Character.toString('A' + holders.size()));
    }

    /** By which the history has one record of a hold, whatever is written after its end. */
    private String id(EndedHold hold) {
        String tag = hold.acquisition().tag();
        return dialect.tellsAcquisitions() ? tag : tag + hold.end().until();
    }

    private static boolean isRenewed(LockWrite change, DialectLock after) {
        return change.before()
                .filter(DialectLock::held)
                .filter(before -> before.acquisition().equals(after.acquisition()))
                .isPresent();
    }

    private void tell(String words) {
        if (told.isEmpty() || !told.getLast().equals(words)) {
            told.add(words);
        }
    }
}
