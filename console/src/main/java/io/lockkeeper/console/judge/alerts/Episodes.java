package io.lockkeeper.console.judge.alerts;

import java.util.Collection;
import org.springframework.data.repository.Repository;

/** Findings that were reported and still stand. */
interface Episodes extends Repository<Episode, String> {

    long deleteByIdIn(Collection<String> ids);

    long deleteByRule(String rule);
}
