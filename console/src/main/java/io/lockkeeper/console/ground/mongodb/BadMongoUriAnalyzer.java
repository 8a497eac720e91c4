package io.lockkeeper.console.ground.mongodb;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a bad address with only its sentence, without a stack trace. */
final class BadMongoUriAnalyzer extends AbstractFailureAnalyzer<BadMongoUriException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BadMongoUriException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
