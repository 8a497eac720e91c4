package io.lockkeeper.agent;

import io.lockkeeper.agent.Calls.Call;
import io.lockkeeper.agent.Seat.News;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.LockName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends calls together that come at the same time: a call goes out at once while {@link Lanes} has room for it, and what comes
 * meanwhile waits and then goes out as one, sent by the first of the callers that wait. No thread of its own takes part.
 */
final class Combiner {

    /** How many calls travel together at the most. */
    static final int MOST = 500;

    /** Sends what is asked together, and gives a call for each. */
    interface Sender {
        Call send(Ask.Combinable ask, Duration timeout);

        List<Call> sendAll(List<Ask.Combinable> asks);

        /** The call that never was, or of which nothing is known. */
        Call unanswered(RuntimeException cause);
    }

    private final Sender sender;
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition complete = guard.newCondition();
    private final Deque<Seat> waiting = new ArrayDeque<>();
    private final Deque<Seat> patient = new ArrayDeque<>();
    private final Duration lanePatience;
    private final Lanes lanes;
    private final Gathering gathering = new Gathering();
    /** Takes up who waits, and leaves then. */
    private @Nullable Sending boarding;

    Combiner(Sender sender) {
        this(sender, Lanes.PATIENCE);
    }

    /** Where a sending is not waited for longer than so. */
    Combiner(Sender sender, Duration lanePatience) {
        this.sender = sender;
        this.lanePatience = lanePatience;
        this.lanes = new Lanes(lanePatience);
    }

    /**
     * Sends it, alone or with others, and returns the answer; or says that there is none, after the timeout or where the thread
     * is interrupted, which stays set.
     *
     * @param patience for how long it only goes along with another call for its lock
     */
    Call send(Ask.Combinable ask, Duration timeout, Patience patience) {
        Seat seat = new Seat(ask, timeout, patience);
        if (!patience.isNone()) {
            locked(() -> patient.add(seat));
            return await(seat, patience.longest());
        }
        Optional<Sending> own = locked(() -> queue(seat));
        return own.isPresent() ? travel(own.get()) : await(seat, lanePatience);
    }

    private <T> T locked(Supplier<T> action) {
        guard.lock();
        try {
            return action.get();
        } finally {
            guard.unlock();
        }
    }

    /** The sending that it leads at once, if there is room for one. */
    private Optional<Sending> queue(Seat seat) {
        waiting.add(seat);
        if (boarding != null && waiting.size() + 1 >= boarding.expected()) {
            complete.signal();
        }
        return takeTheLead(seat);
    }

    private Optional<Sending> takeTheLead(Seat seat) {
        return mayLeave() && waiting.remove(seat) ? Optional.of(board(next(seat))) : Optional.empty();
    }

    private boolean mayLeave() {
        return boarding == null && lanes.isFree(waiting.size());
    }

    private Sending next(Seat first) {
        Sending next = new Sending(first, gathering.expected(waiting.size() + 1, System.nanoTime()));
        boarding = next;
        return next;
    }

    private Call await(Seat seat, Duration patience) {
        long giveUpAt = System.nanoTime() + seat.timeout().toNanos();
        long look = patience.toNanos();
        try {
            while (true) {
                long left = giveUpAt - System.nanoTime();
                Optional<News> news = seat.await(Math.min(left, look));
                if (news.isPresent()) {
                    return follow(news.get());
                }
                Optional<Sending> own = locked(() -> patient.remove(seat) ? queue(seat) : takeTheLead(seat));
                if (own.isPresent()) {
                    return travel(own.get());
                }
                if (left <= look) {
                    return leave(seat, "Not answered within " + seat.timeout(), null);
                }
                look = lanePatience.toNanos();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return leave(seat, "Interrupted while the call waited for others", e);
        }
    }

    private Call follow(News heard) {
        return switch (heard) {
            case News.Arrived(Call call) -> call;
            case News.Leads(Sending sending) -> travel(locked(() -> board(sending)));
        };
    }

    private Call leave(Seat seat, String why, @Nullable Exception cause) {
        locked(() -> patient.remove(seat));
        return follow(seat.leave(sender.unanswered(new IllegalStateException(why, cause))));
    }

    /** Sends for all, and returns the answer for the first, whose thread does it. */
    private Call travel(Sending sending) {
        List<Seat> seats = sending.seats();
        boolean interrupted = seats.size() > 1 && Thread.interrupted(); // concerns one caller, not the others
        List<Call> calls = List.of();
        try {
            calls = send(seats);
        } finally {
            guard.lock();
            try {
                passTheLead(sending);
            } finally {
                guard.unlock();
            }
            for (int i = 1; i < seats.size(); i++) {
                seats.get(i).arrive(i < calls.size() ? calls.get(i) : notSent());
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return calls.getFirst();
    }

    /** All that wait by now, or very soon. */
    private Sending board(Sending sending) {
        awaitOthers(sending);
        List<Seat> seats = new ArrayList<>(List.of(sending.first()));
        while (!waiting.isEmpty() && seats.size() < MOST) {
            Seat seat = waiting.remove();
            if (!seat.isLeft()) {
                seats.add(seat);
            }
        }
        takeAlong(seats);
        sending.departs(seats);
        lanes.departed(sending);
        boarding = null;
        return sending;
    }

    private void awaitOthers(Sending sending) {
        try {
            long left = gathering.timeLeft(System.nanoTime());
            while (left > 0 && waiting.size() + 1 < sending.expected()) {
                left = complete.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        gathering.left(waiting.size() + 1, sending.expected());
    }

    /** Who waited for just this, where enough have come, or one of them is sent anyhow. */
    private void takeAlong(List<Seat> seats) {
        if (!patient.isEmpty()) {
            Map<LockName, List<Seat>> byLock = seats.stream()
                    .collect(Collectors.groupingBy(seat -> seat.ask().lock()));
            byLock.forEach((lock, sent) -> {
                List<Seat> company = patient.stream()
                        .filter(seat -> seat.ask().lock().equals(lock))
                        .limit(MOST - seats.size())
                        .toList();
                if (suffices(company)
                        || sent.stream().anyMatch(seat -> !seat.patience().isNone())) {
                    patient.removeAll(company);
                    seats.addAll(company);
                }
            });
        }
    }

    private static boolean suffices(List<Seat> company) {
        return !company.isEmpty()
                && company.size() >= company.getFirst().patience().company().getAsInt();
    }

    private List<Call> send(List<Seat> seats) {
        return seats.size() == 1
                ? List.of(sender.send(seats.getFirst().ask(), seats.getFirst().timeout()))
                : sender.sendAll(seats.stream().map(Seat::ask).toList());
    }

    private Call notSent() {
        return sender.unanswered(new IllegalStateException("The call could not be sent"));
    }

    /** To the first that waits, unless others have overtaken. */
    private void passTheLead(Sending ended) {
        if (!lanes.arrived(ended)) {
            return;
        }
        gathering.answered(ended.seats().size(), ended.takesFor(), System.nanoTime());
        while (!waiting.isEmpty() && mayLeave()) {
            Seat first = waiting.remove();
            if (!first.isLeft() && !first.lead(next(first))) {
                boarding = null; // its caller left in this very moment
            }
        }
    }
}
