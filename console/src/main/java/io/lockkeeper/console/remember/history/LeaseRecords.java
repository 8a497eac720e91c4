package io.lockkeeper.console.remember.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Limit;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.repository.Repository;

/** The recorded leases. */
interface LeaseRecords extends Repository<LeaseRecord, LeaseKey> {

    Optional<LeaseRecord> findById(LeaseKey key);

    @Query(value = "{ '_id.lock': ?0 }", sort = "{ grantedAt: -1 }")
    List<LeaseRecord> newestOf(String lock, Limit limit);

    Stream<LeaseRecord> findByEndedAtIsNullAndGrantedAtBefore(Instant moment);
}
