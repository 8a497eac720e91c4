package io.lockkeeper.console.ground.mongodb;

/** The address of MongoDB is missing or cannot be read, so that the console does not start. */
final class BadMongoUriException extends RuntimeException {

    BadMongoUriException(String message) {
        super(message);
    }
}
