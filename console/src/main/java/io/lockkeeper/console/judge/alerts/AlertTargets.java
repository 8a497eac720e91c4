package io.lockkeeper.console.judge.alerts;

import org.springframework.data.repository.Repository;

/** The stored targets, by name. */
interface AlertTargets extends Repository<AlertTarget, String> {

    AlertTarget save(AlertTarget target);

    void deleteById(String name);
}
