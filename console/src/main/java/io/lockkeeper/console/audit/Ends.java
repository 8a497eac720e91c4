package io.lockkeeper.console.audit;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** How leases ended that operators evicted; only ever added to. */
interface Ends extends Repository<Ended, String> {

    Ended insert(Ended ended);

    Optional<Ended> findById(String id);
}
