package io.lockkeeper.console.audit;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.mongodb.repository.Meta;
import org.springframework.data.repository.Repository;

/** How leases ended that operators evicted; only ever added to. */
interface Ends extends Repository<Ended, String> {

    Ended insert(Ended ended);

    Optional<Ended> findById(String id);

    @Meta(maxExecutionTimeMs = 5_000)
    List<Ended> findAllByIdIn(Collection<String> ids);
}
