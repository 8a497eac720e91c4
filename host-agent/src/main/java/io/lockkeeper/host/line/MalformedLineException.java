package io.lockkeeper.host.line;

/** A line that is not a JSON object as the protocol wants it. It ends the connection: what follows it cannot be trusted. */
final class MalformedLineException extends Exception {

    MalformedLineException(String message) {
        super(message);
    }
}
