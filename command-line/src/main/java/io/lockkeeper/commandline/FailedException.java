package io.lockkeeper.commandline;

/** Ends the program with a sentence for its user and an exit code for its caller. */
public final class FailedException extends RuntimeException {

    private final int exitCode;

    public FailedException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
