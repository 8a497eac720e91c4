package io.lockkeeper.commandline;

/**
 * The exit codes. They are those of {@code sysexits.h} where it has one, so that they collide with few commands that {@code run} may start;
 * {@code run} ends with the code of its command otherwise.
 */
public final class ExitCode {

    public static final int OK = 0;
    /** The answer is no: no such lock, a check that failed, an eviction that changed nothing. */
    public static final int NOT_SO = 1;
    /** The arguments are not understood. */
    public static final int USAGE = 64;
    /** MongoDB did not answer, or cannot keep locks: whether the lock is free is not known. */
    public static final int UNAVAILABLE = 69;
    /** A defect of this program. */
    public static final int SOFTWARE = 70;
    /** The lock is held by others, and the wait is over. */
    public static final int BUSY = 75;
    /** Nothing was changed yet: a second person has been asked to consent. */
    public static final int AWAITS_CONSENT = 76;
    /** The console refuses: the API token is not valid, or has no role that allows it. */
    public static final int NOT_ALLOWED = 77;

    /** The lease was lost while the command ran: another process may have held the lock meanwhile. */
    public static final int LOST = 79;
    /** The command was found and could not be started. */
    public static final int NOT_EXECUTABLE = 126;
    /** There is no such command. */
    public static final int NOT_FOUND = 127;
    /** Added to the number of the signal that ended the command. */
    public static final int SIGNAL = 128;

    private ExitCode() {}
}
