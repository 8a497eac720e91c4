package io.lockkeeper.console.watch.cluster;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports a bad setting with only its sentence, without a stack trace. */
final class BadClusterAnalyzer extends AbstractFailureAnalyzer<BadClusterException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BadClusterException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
