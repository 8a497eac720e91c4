package io.lockkeeper.console.audit;

import java.util.Collection;
import java.util.List;
import org.springframework.data.mongodb.repository.Meta;
import org.springframework.data.repository.Repository;

/** What evicted holders attempted afterwards; only ever added to. */
interface Lates extends Repository<Late, String> {

    Late insert(Late late);

    @Meta(maxExecutionTimeMs = 5_000)
    List<Late> findAllByIdIn(Collection<String> ids);
}
