package io.lockkeeper.console.act.audit;

import org.springframework.data.repository.Repository;

/** What was decided of requests; only ever added to. */
interface AuditDecisionRepository extends Repository<AuditDecision, String> {

    AuditDecision insert(AuditDecision decided);
}
