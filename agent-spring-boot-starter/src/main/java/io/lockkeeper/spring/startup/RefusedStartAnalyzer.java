package io.lockkeeper.spring.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Explains what the starter itself refuses; before the analyzers of the causes that a refusal may have. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RefusedStartAnalyzer extends AbstractFailureAnalyzer<RefusedStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, RefusedStartException refused) {
        return new FailureAnalysis(refused.description(), refused.action(), refused);
    }
}
