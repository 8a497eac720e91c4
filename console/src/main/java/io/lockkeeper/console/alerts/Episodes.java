package io.lockkeeper.console.alerts;

import java.util.Collection;
import java.util.List;
import org.springframework.data.repository.Repository;

/** Findings that were reported and still stand. */
interface Episodes extends Repository<Episode, String> {

    List<Episode> findAll();

    long deleteByIdIn(Collection<String> ids);

    long deleteByRule(String rule);
}
