package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.Lease;
import java.util.Optional;
import org.springframework.integration.leader.Context;

/** A candidate's leadership, with its lease: pass the lease's token to the resources that check it. */
public interface LeaseContext extends Context {

    /** The lease of the term, if this candidate leads now. */
    Optional<Lease> lease();
}
