package io.lockkeeper.console.act.audit;

import org.springframework.data.repository.Repository;

/** What operators asked for; only ever added to. {@link AuditLog} asks for pages of it by what operators search for. */
interface AuditIntentRepository extends Repository<AuditIntent, String> {

    AuditIntent insert(AuditIntent intent);
}
