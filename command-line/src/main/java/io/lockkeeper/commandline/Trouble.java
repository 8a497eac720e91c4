package io.lockkeeper.commandline;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;

/** Explains a failure of MongoDB, and what to do. */
public final class Trouble {

    private static final int UNAUTHORIZED = 13;

    private Trouble() {}

    public static String of(MongoException failure) {
        String said = Plain.text(failure.getMessage());
        if (failure instanceof MongoSecurityException) {
            return "MongoDB does not accept this user and password. Check them, and authSource in the URI. (%s)"
                    .formatted(said);
        }
        if (failure instanceof MongoCommandException refused) {
            return refused.getErrorCode() == UNAUTHORIZED
                    ? "The MongoDB user may not do this: 'lockkeeper doctor' names each missing privilege. (%s)"
                            .formatted(said)
                    : "MongoDB refused: " + said;
        }
        return "MongoDB does not answer: 'lockkeeper doctor' looks for the cause. (%s)".formatted(said);
    }
}
