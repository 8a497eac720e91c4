package io.lockkeeper.console.ground.refusal;

/** A change was refused because somebody else made one since its author looked; the message says who and when. */
public final class OutdatedException extends RefusedException {

    public OutdatedException(String message) {
        super(message);
    }
}
