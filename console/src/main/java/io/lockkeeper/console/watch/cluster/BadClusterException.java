package io.lockkeeper.console.watch.cluster;

/** A setting of a cluster cannot be used, so that the console does not start. */
final class BadClusterException extends RuntimeException {

    BadClusterException(String message) {
        super(message);
    }
}
