package io.lockkeeper.console.judge.alerts;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The stored rules, by name. */
interface AlertRules extends Repository<AlertRule, String> {

    Optional<AlertRule> findById(String name);

    AlertRule save(AlertRule rule);

    long countByTarget(String target);

    void deleteById(String name);
}
