package io.lockkeeper.console.act.audit;

import org.springframework.data.repository.Repository;

/** What evicted holders attempted afterwards; only ever added to. */
interface AuditLateAttemptRepository extends Repository<AuditLateAttempt, String> {

    AuditLateAttempt insert(AuditLateAttempt late);
}
