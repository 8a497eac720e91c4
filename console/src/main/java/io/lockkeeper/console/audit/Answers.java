package io.lockkeeper.console.audit;

import java.util.Collection;
import java.util.List;
import org.springframework.data.mongodb.repository.Meta;
import org.springframework.data.repository.Repository;

/** What MongoDB answered to operators; only ever added to. */
interface Answers extends Repository<Answered, String> {

    Answered insert(Answered answered);

    @Meta(maxExecutionTimeMs = 5_000)
    List<Answered> findAllByIdIn(Collection<String> ids);
}
