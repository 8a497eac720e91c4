package io.lockkeeper.console.judge.alerts;

import org.springframework.data.repository.Repository;

/** The stored rules, by name. */
interface AlertRules extends Repository<AlertRule, String> {

    boolean existsById(String name);

    AlertRule save(AlertRule rule);

    long countByTargetsContaining(String target);

    void deleteById(String name);
}
