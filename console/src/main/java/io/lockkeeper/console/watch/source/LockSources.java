package io.lockkeeper.console.watch.source;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The stored sources. */
interface LockSources extends Repository<LockSource, String> {

    Optional<LockSource> findById(String id);

    LockSource insert(LockSource source);

    LockSource save(LockSource source);

    void deleteById(String id);

    long count();
}
