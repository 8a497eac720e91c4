package io.lockkeeper.console.judge.alerts;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The stored targets, by name. */
interface AlertTargets extends Repository<AlertTarget, String> {

    Optional<AlertTarget> findById(String name);

    AlertTarget save(AlertTarget target);

    void deleteById(String name);
}
