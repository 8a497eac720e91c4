package io.lockkeeper.console.judge.findings;

import org.springframework.data.repository.Repository;

/** The stored dismissals. */
interface DismissalRecords extends Repository<Dismissal, String> {

    Dismissal save(Dismissal dismissal);
}
