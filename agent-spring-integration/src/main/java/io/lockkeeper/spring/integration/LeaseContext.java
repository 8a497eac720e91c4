package io.lockkeeper.spring.integration;

import io.lockkeeper.agent.Lease;
import java.util.Optional;
import org.springframework.integration.leader.Context;

/** What a candidate sees of its leadership, with the lease under it: its token is what a resource should see. */
public interface LeaseContext extends Context {

    /** The lease of the term, if this candidate leads now. */
    Optional<Lease> lease();
}
