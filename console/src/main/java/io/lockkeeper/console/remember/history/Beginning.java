package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.Lock;
import io.lockkeeper.console.watch.board.Pulse;
import io.lockkeeper.model.Holder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** The start of a recording without a stored position, from the board: live leases, and leases that ended unseen. */
@Component
class Beginning {

    private static final int TOGETHER = 1_000;

    private final Board board;
    private final Pulse pulse;
    private final LeaseRecords leases;
    private final HistoryWriter writer;

    Beginning(Board board, Pulse pulse, LeaseRecords leases, HistoryWriter writer) {
        this.board = board;
        this.pulse = pulse;
        this.leases = leases;
        this.writer = writer;
    }

    /**
     * Records it as soon as the board is as late as the moment, and returns whether it is done.
     *
     * @param told receives each lease that is recorded
     */
    boolean record(Instant moment, Consumer<LeaseKey> told) {
        Instant asOf = pulse.freshness().asOf();
        if (asOf == null || asOf.isBefore(moment)) {
            return false;
        }
        List<HistoryEvent> held = new ArrayList<>();
        for (Lock lock : board.live()) {
            lock.holders().forEach(holder -> {
                held.add(new HistoryEvent.Granted(lock.name(), holder, null));
                told.accept(new LeaseKey(lock.name(), holder.token()));
            });
        }
        for (int from = 0; from < held.size(); from += TOGETHER) {
            writer.write(held.subList(from, Math.min(held.size(), from + TOGETHER)));
        }
        closeForgotten(moment);
        return true;
    }

    /** Ends the recorded leases that are no longer held; a later event that shows how one ended corrects that. */
    private void closeForgotten(Instant moment) {
        try (var open = leases.openBefore(moment)) {
            open.filter(lease -> !isHeld(lease.key())).forEach(lease -> writer.endedUnseen(lease, moment));
        }
    }

    private boolean isHeld(LeaseKey key) {
        Optional<Lock> lock = board.find(key.lock());
        Set<Long> tokens = lock.stream()
                .flatMap(it -> it.holders().stream())
                .map(Holder::token)
                .collect(Collectors.toSet());
        return tokens.contains(key.token());
    }
}
