package io.lockkeeper.spring.startup;

import io.lockkeeper.agent.methods.InvalidLockedMethodException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains which methods with {@code @Locked} would run without their lock. */
final class InvalidLockedMethodAnalyzer extends AbstractFailureAnalyzer<InvalidLockedMethodException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, InvalidLockedMethodException invalid) {
        return new FailureAnalysis(
                String.valueOf(invalid.getMessage()), "Change the methods as described above.", invalid);
    }
}
