package io.lockkeeper.console.act.audit;

import org.springframework.data.repository.Repository;

/** What MongoDB answered to operators; only ever added to. */
interface AuditResultRepository extends Repository<AuditResult, String> {

    AuditResult insert(AuditResult answered);
}
