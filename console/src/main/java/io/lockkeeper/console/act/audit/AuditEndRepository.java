package io.lockkeeper.console.act.audit;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** How leases ended that operators evicted; only ever added to. */
interface AuditEndRepository extends Repository<AuditEnd, String> {

    AuditEnd insert(AuditEnd ended);

    Optional<AuditEnd> findById(String id);
}
