package io.lockkeeper.commandline.run;

import io.lockkeeper.commandline.ExitCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The signals that ask this process to end. While it waits for the lock they end the wait; later they are forwarded to the command. An
 * interrupt from the keyboard has reached the command already, which then belongs to the terminal's group, and is not sent twice.
 */
final class Signals {

    private static final List<String> TAKEN = List.of("INT", "TERM", "HUP");

    private final Thread waiting = Thread.currentThread();
    private boolean mayInterrupt = true;
    private @Nullable SystemSignal first;
    private @Nullable ChildCommand command;

    private Signals() {}

    /** Handles the signals from now on, for the present thread. */
    static Signals handle() {
        Signals signals = new Signals();
        TAKEN.forEach(name -> SystemSignal.handle(name, signals::arrived));
        return signals;
    }

    /** Ends the wait: from now on nothing interrupts its thread, which has connections to close. */
    synchronized void refuseInterrupts() {
        mayInterrupt = false;
        var unused = Thread.interrupted();
    }

    /** The signal that came before the command was started. */
    synchronized Optional<SystemSignal> taken() {
        return Optional.ofNullable(first);
    }

    /** The exit code of a process that was ended by the signal that came. */
    synchronized int exitCode() {
        return first == null ? ExitCode.UNAVAILABLE : ExitCode.SIGNAL + first.number();
    }

    /** Forwards the signals to the command, also those that came since the lock was acquired. */
    synchronized void forwardTo(ChildCommand started) {
        command = started;
        if (first != null) {
            started.signal(first.name());
        }
    }

    private synchronized void arrived(SystemSignal signal) {
        if (command != null) {
            forward(signal, command);
        } else {
            first = signal;
            if (mayInterrupt) {
                waiting.interrupt();
            }
        }
    }

    private static void forward(SystemSignal signal, ChildCommand to) {
        boolean ofKeyboard = signal.name().equals("INT") && Terminal.isInForeground();
        if (!ofKeyboard) {
            to.signal(signal.name());
        }
    }
}
