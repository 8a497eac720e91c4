package io.lockkeeper.console.remember.history;

/** Another console records already, since this one's term ended without its notice. */
final class DeposedException extends RuntimeException {

    DeposedException() {
        super("Another console has taken over the recording.");
    }
}
