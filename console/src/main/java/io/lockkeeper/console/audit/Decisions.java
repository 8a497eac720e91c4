package io.lockkeeper.console.audit;

import java.util.Collection;
import java.util.List;
import org.springframework.data.mongodb.repository.Meta;
import org.springframework.data.repository.Repository;

/** What was decided of requests; only ever added to. */
interface Decisions extends Repository<Decided, String> {

    Decided insert(Decided decided);

    @Meta(maxExecutionTimeMs = 5_000)
    List<Decided> findAllByIdIn(Collection<String> ids);
}
