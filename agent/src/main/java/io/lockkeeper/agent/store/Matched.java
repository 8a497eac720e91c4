package io.lockkeeper.agent.store;

import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Holder;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.ReleasedLeases;
import io.lockkeeper.model.Waiter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Decides which locks an update of many matched. A lock matches only if all leases that are released there are live
 * ({@link ReleasedLeases}). The read after the update shows it of most locks; for the others the acknowledged count decides.
 */
final class Matched {

    /** Whether the update matched the lock. */
    enum Answer {
        YES,
        NO,
        UNKNOWN
    }

    private final String stamp;
    private final Map<LockName, Answer> answers = new HashMap<>();

    /** @param count how many documents were matched, if that is known and can be believed */
    Matched(Map<LockName, List<Ask.Combinable>> byLock, String stamp, Touched touched, OptionalLong count) {
        this.stamp = stamp;
        byLock.forEach((lock, asks) -> {
            LockDocument shown = touched.locks().containsKey(lock.value())
                    ? touched.locks().get(lock.value()).lock()
                    : null;
            answers.put(lock, shown == null ? Answer.NO : shown(shown, ReleasedLeases.of(asks)));
        });
        long open = count(Answer.UNKNOWN);
        long ofThose = count.orElse(-1) - count(Answer.YES);
        if (open > 0 && (ofThose == open || ofThose == 0)) {
            answers.replaceAll(
                    (lock, answer) -> answer != Answer.UNKNOWN ? answer : ofThose == 0 ? Answer.NO : Answer.YES);
        }
    }

    Answer of(LockName lock) {
        return answers.getOrDefault(lock, Answer.UNKNOWN);
    }

    private Answer shown(LockDocument lock, List<Long> released) {
        if (released.isEmpty() || stamps(lock).anyMatch(stamp::equals)) {
            return Answer.YES;
        }
        boolean endedBefore = lock.released() != null
                && released.stream().anyMatch(each -> lock.released().token() == each);
        boolean notEnded = lock.holders().stream().map(Holder::token).anyMatch(released::contains);
        return endedBefore || notEnded ? Answer.NO : Answer.UNKNOWN;
    }

    private static Stream<String> stamps(LockDocument lock) {
        Stream<String> entries = Stream.concat(
                lock.holders().stream().map(Holder::stamp),
                lock.queue().stream().map(Waiter::stamp));
        return lock.released() == null
                ? entries
                : Stream.concat(entries, Stream.of(lock.released().stamp()));
    }

    private long count(Answer counted) {
        return answers.values().stream().filter(counted::equals).count();
    }
}
