package io.lockkeeper.spring.startup;

import io.lockkeeper.agent.UnsupportedServerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains why the agent cannot work with this MongoDB. */
final class UnsupportedServerAnalyzer extends AbstractFailureAnalyzer<UnsupportedServerException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, UnsupportedServerException unsupported) {
        return new FailureAnalysis(
                "The agent cannot keep locks in this MongoDB: " + unsupported.getMessage(),
                "An agent needs a replica set (one node will do) or a sharded cluster of MongoDB 5.0 or newer, a user with the rights"
                        + " that docs/reference/operations.md lists, and a client with at least two connections. lockkeeper.uri points it to another MongoDB.",
                unsupported);
    }
}
