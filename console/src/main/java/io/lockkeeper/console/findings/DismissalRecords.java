package io.lockkeeper.console.findings;

import java.time.Instant;
import java.util.List;
import org.springframework.data.repository.Repository;

/** The stored dismissals. */
interface DismissalRecords extends Repository<Dismissal, String> {

    Dismissal save(Dismissal dismissal);

    List<Dismissal> findByUntilAfter(Instant now);
}
