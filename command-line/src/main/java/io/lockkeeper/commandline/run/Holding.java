package io.lockkeeper.commandline.run;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.CapacityMismatchException;
import io.lockkeeper.agent.HeldBy;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.QueueFullException;
import io.lockkeeper.agent.ServerUnavailableException;
import io.lockkeeper.agent.TakenOutException;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Messages;
import io.lockkeeper.commandline.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One run: acquires the lock, runs the command, ends it where the lease ends first, releases, and returns the exit code. */
record Holding(LockRequest request, boolean noWait, int busyExitCode, Messages messages) {

    int run(LockAgent agent, ChildCommand command, Signals signals, LeaseGuard.Limits limits) {
        try (Lease lease = acquire(agent, signals)) {
            return signals.taken().isPresent() ? signals.exitCode() : underway(agent, lease, command, signals, limits);
        } catch (InterruptedException gaveUp) {
            return signals.exitCode();
        } catch (LockException | UnsupportedServerException | ServerUnavailableException e) {
            throw new FailedException(codeOf(e), Plain.text(e.getMessage()));
        }
    }

    private Lease acquire(LockAgent agent, Signals signals) throws InterruptedException {
        try {
            return acquire(agent);
        } finally {
            signals.refuseInterrupts();
        }
    }

    /** Acquires the lock: a try connects, too, which does not count as waiting for the lock. */
    private Lease acquire(LockAgent agent) throws InterruptedException {
        return switch (agent.attempt(request)) {
            case Attempt.Granted granted -> granted.granted();
            case Attempt.Refused refused when !noWait -> agent.acquire(request);
            case Attempt.Refused refused -> throw new FailedException(busyExitCode, busy(refused));
        };
    }

    private int underway(
            LockAgent agent, Lease lease, ChildCommand command, Signals signals, LeaseGuard.Limits limits) {
        command.start(lease);
        agent.continuesIn(command.pid());
        signals.forwardTo(command);
        LeaseGuard guard = LeaseGuard.over(lease, command, limits, messages);
        int code = command.await();
        boolean held = lease.isHeld();
        boolean ended = guard.stop();
        if (held && !ended) {
            lease.release();
            return code;
        }
        messages.tell(lease.loss()
                .map(loss ->
                        "The lease of \"%s\" was lost while the command ran: %s. Another process may have held the lock meanwhile"
                                .formatted(lease.name(), Plain.text(loss.toString())))
                .orElse("The command was ended before its lease of \"%s\" was".formatted(lease.name())));
        return ExitCode.LOST;
    }

    private int codeOf(RuntimeException e) {
        return switch (e) {
            case LockNotAcquiredException busy -> busyExitCode;
            case QueueFullException full -> busyExitCode;
            case TakenOutException out -> busyExitCode;
            case CapacityMismatchException kind -> ExitCode.USAGE;
            default -> ExitCode.UNAVAILABLE;
        };
    }

    private static String busy(Attempt.Refused refused) {
        List<String> why = new ArrayList<>();
        refused.pause()
                .ifPresent(pause -> why.add("paused by %s until %s: \"%s\""
                        .formatted(Plain.text(pause.by()), Plain.instant(pause.until()), Plain.text(pause.reason()))));
        String holders = refused.heldBy().stream().map(HeldBy::toString).collect(Collectors.joining(", "));
        if (!holders.isEmpty()) {
            why.add("held by " + Plain.text(holders));
        }
        why.add(refused.waiting() + " waiting");
        return "Lock \"%s\" is busy: %s".formatted(refused.name(), String.join("; ", why));
    }
}
