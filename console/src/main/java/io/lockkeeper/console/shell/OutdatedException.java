package io.lockkeeper.console.shell;

/** Nothing was changed, for somebody else has changed it since its author looked; the message says who and when. */
public final class OutdatedException extends RefusedException {

    public OutdatedException(String message) {
        super(message);
    }
}
