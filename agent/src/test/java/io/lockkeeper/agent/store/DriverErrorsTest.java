package io.lockkeeper.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverErrorsTest {

    private static final ServerAddress SERVER = new ServerAddress("127.0.0.1");

    @ParameterizedTest
    @ValueSource(ints = {50, 64, 91, 189, 217, 10107, 11600, 11602, 13435})
    void anErrorThatComesWithAChangeOfThePrimaryOrAfterTheWriteSaysNothing(int code) {
        assertThat(DriverErrors.isUnknown(commandError(code))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18, 26, 28651, 40081})
    void anyOtherErrorOfTheServerSaysThatNothingWasApplied(int code) {
        assertThat(DriverErrors.isUnknown(commandError(code))).isFalse();
    }

    @Test
    void aUniqueIndexOfAnotherProgramIsNamed() {
        MongoCommandException duplicate = new MongoCommandException(
                BsonDocument.parse(
                        "{ ok: 0, code: 11000, errmsg: 'Plan executor error during findAndModify :: caused by :: "
                                + "E11000 duplicate key error collection: app.locks index: name_1 dup key: { name: null }' }"),
                new ServerAddress());
        assertThat(DriverErrors.refusal("MongoDB refused the request", duplicate))
                .contains("the unique index \"name_1\" of another program");
    }

    @Test
    void silenceSaysNothing() {
        assertThat(DriverErrors.isUnknown(new MongoSocketReadException("cut", SERVER)))
                .isTrue();
        assertThat(DriverErrors.isUnknown(new MongoTimeoutException("no primary")))
                .isTrue();
        assertThat(DriverErrors.isUnknown(new MongoExecutionTimeoutException(50, "too slow")))
                .isTrue();
        assertThat(DriverErrors.isUnknown(new MongoInterruptedException("interrupted", new InterruptedException())))
                .isTrue();
    }

    @Test
    void whatTheServerCallsRetryableMayHaveBeenApplied() {
        MongoException error = commandError(13);
        error.addLabel("RetryableWriteError");
        assertThat(DriverErrors.isUnknown(error)).isTrue();
    }

    @Test
    void aRefusalSaysWhichRuleOfAValidatorWasBroken() {
        BsonDocument answer = BsonDocument.parse(
                "{ ok: 0, code: 121, errmsg: 'Document failed validation', errInfo: { details: { reason: 'field was missing' } } }");
        assertThat(DriverErrors.refusal("MongoDB refused the request", new MongoCommandException(answer, SERVER)))
                .isEqualTo(
                        "MongoDB refused the request: Document failed validation {\"reason\": \"field was missing\"}");
        assertThat(DriverErrors.refusal("MongoDB refused the request", commandError(13)))
                .isEqualTo("MongoDB refused the request");
    }

    private static MongoCommandException commandError(int code) {
        return new MongoCommandException(
                new BsonDocument("ok", new BsonInt32(0)).append("code", new BsonInt32(code)), SERVER);
    }
}
