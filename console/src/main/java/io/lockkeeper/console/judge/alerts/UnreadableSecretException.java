package io.lockkeeper.console.judge.alerts;

/** A secret that cannot be encrypted or decrypted here; the message says why, and what to do. */
final class UnreadableSecretException extends RuntimeException {

    UnreadableSecretException(String message) {
        super(message);
    }
}
