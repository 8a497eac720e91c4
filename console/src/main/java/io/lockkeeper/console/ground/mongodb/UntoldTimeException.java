package io.lockkeeper.console.ground.mongodb;

import com.mongodb.MongoClientException;

/** A server does not say up to when it has committed everything. */
public final class UntoldTimeException extends MongoClientException {

    private static final long serialVersionUID = 1L;

    static final String SENTENCE =
            "The server does not say up to when it has committed everything (lastWrite of hello, or operationTime): the console cannot follow locks there.";

    public UntoldTimeException() {
        super(SENTENCE);
    }
}
