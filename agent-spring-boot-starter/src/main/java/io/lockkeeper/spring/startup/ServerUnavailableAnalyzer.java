package io.lockkeeper.spring.startup;

import io.lockkeeper.agent.ServerUnavailableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains that MongoDB did not answer, which says nothing about its fitness. */
final class ServerUnavailableAnalyzer extends AbstractFailureAnalyzer<ServerUnavailableException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, ServerUnavailableException unavailable) {
        return new FailureAnalysis(
                unavailable.getMessage() + System.lineSeparator()
                        + "The service does not start without it, because lockkeeper.startup=fail.",
                "Start MongoDB, or correct its address. To start without it, set lockkeeper.startup=wait, which waits for it, or"
                        + " go-on, which lets only those calls fail that need a lock.",
                unavailable);
    }
}
