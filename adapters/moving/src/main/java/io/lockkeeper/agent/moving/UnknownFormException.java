package io.lockkeeper.agent.moving;

/** The collection holds old locks in another form than the bridge knows, so that old and new clients could hold one at the same time. */
final class UnknownFormException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnknownFormException(String message) {
        super(message);
    }
}
