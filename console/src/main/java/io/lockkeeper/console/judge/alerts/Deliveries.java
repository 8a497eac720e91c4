package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.alerts.Delivery.State;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.repository.Repository;

/** The outbox. */
interface Deliveries extends Repository<Delivery, String> {

    Delivery insert(Delivery delivery);

    boolean existsByIdAndState(String id, State state);

    long countByState(State state);

    List<Delivery> findByStateOrderByEndedAtDesc(State state, Limit limit);

    List<Delivery> findByStateOrderByNextAt(State state, Limit limit);

    long deleteByIdAndState(String id, State state);
}
