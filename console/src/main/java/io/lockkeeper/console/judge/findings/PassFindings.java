package io.lockkeeper.console.judge.findings;

import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Lock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The findings of a pass over one source so far. */
final class PassFindings {

    /** How many locks of another library are listed of a kind; one more finding counts the rest. */
    private static final int LISTED = 50;

    private final String source;
    private final List<Detected> all = new ArrayList<>();
    private final Map<Kind, Integer> ofLibrary = new EnumMap<>(Kind.class);

    PassFindings(String source) {
        this.source = source;
    }

    /** Adds a finding about the lock itself, not one of its holders. */
    void add(Kind kind, ObservedLock lock, String evidence) {
        add(kind, lock, () -> "", evidence);
    }

    /** About one hold of the lock. */
    void add(Kind kind, ObservedLock lock, ObservedHold hold, String evidence) {
        add(kind, lock, hold.subject(), evidence, hold.agent());
    }

    void add(Kind kind, ObservedLock lock, Supplier<String> subject, String evidence) {
        add(kind, lock, subject, evidence, null);
    }

    private void add(Kind kind, ObservedLock lock, Supplier<String> subject, String evidence, @Nullable String agent) {
        if (lock.lock() instanceof Lock.Library && ofLibrary.merge(kind, 1, Integer::sum) > LISTED) {
            return;
        }
        all.add(new Detected(kind, LockId.FIRST, lock.name(), subject.get(), evidence, List.of(), agent));
    }

    void add(Detected one) {
        all.add(one);
    }

    List<Detected> all() {
        List<Detected> everything = new ArrayList<>(all);
        ofLibrary.forEach((kind, count) -> {
            if (count > LISTED) {
                everything.add(new Detected(kind, null, "more", more(count - LISTED)));
            }
        });
        return everything;
    }

    private String more(int count) {
        return String.format(Locale.ROOT, "%,d more locks of %s.", count, Formats.visible(source));
    }
}
