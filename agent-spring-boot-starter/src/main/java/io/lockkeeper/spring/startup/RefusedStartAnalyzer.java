package io.lockkeeper.spring.startup;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Explains a start that the starter itself refuses; comes before the analyzers of its causes. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RefusedStartAnalyzer extends AbstractFailureAnalyzer<RefusedStartException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, RefusedStartException refused) {
        return new FailureAnalysis(refused.description(), refused.action(), refused);
    }
}
