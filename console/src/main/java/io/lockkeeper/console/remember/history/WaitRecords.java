package io.lockkeeper.console.remember.history;

import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.repository.Repository;

/** The recorded waits without a grant. */
interface WaitRecords extends Repository<WaitRecord, String> {

    @Query(value = "{ lock: ?0, endedAt: { $gt: ?1 } }", sort = "{ endedAt: -1 }")
    List<WaitRecord> endedSince(String lock, Instant since, Limit limit);
}
