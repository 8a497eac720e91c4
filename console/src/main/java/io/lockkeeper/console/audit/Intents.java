package io.lockkeeper.console.audit;

import org.springframework.data.repository.Repository;

/** What operators asked for; only ever added to. {@link AuditLog} asks for pages of it by what operators search for. */
interface Intents extends Repository<Intent, String> {

    Intent insert(Intent intent);
}
