package io.lockkeeper.console.remember.history;

import java.time.Instant;
import java.util.List;
import org.springframework.data.repository.Repository;

/** The recorded gaps. */
interface Gaps extends Repository<Gap, Instant> {

    List<Gap> findByUntilAfterOrderByFrom(Instant moment);
}
