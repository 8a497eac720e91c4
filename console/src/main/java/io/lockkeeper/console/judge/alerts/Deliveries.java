package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.alerts.Delivery.State;
import org.springframework.data.repository.Repository;

/** The outbox. */
interface Deliveries extends Repository<Delivery, String> {

    Delivery insert(Delivery delivery);

    boolean existsByIdAndState(String id, State state);

    long countByState(State state);

    long deleteByIdAndState(String id, State state);
}
