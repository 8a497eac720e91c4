package io.lockkeeper.examples.quarkus;

import io.lockkeeper.agent.methods.CurrentLease;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.WhenRefused;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Sells seats, each to one buyer. */
@ApplicationScoped
public class Seats {

    /** A row of seats. */
    public record Row(String hall, int number) {}

    /** Sells in that row, while no other instance does. */
    @Locked("seats-#{#row.hall}-#{#row.number}")
    public <T> T sell(Row row, Callable<T> sale) throws Exception {
        return sale.call();
    }

    /** Two rows, by calls of this class's own. */
    public String sellTwice(Row row) throws Exception {
        return sell(row, Seats::lockHeld) + ", " + sell(row, Seats::lockHeld);
    }

    /** Each night one instance counts, and the others skip it. */
    @Scheduled(cron = "0 0 3 * * ?")
    @Locked(value = "seats-count", whenRefused = WhenRefused.SKIP, shortestHold = "1m")
    public void countByNight() {}

    /** Empty while another instance counts. */
    @Locked(value = "seats-count", whenRefused = WhenRefused.SKIP)
    public Optional<String> count() {
        return Optional.of(lockHeld());
    }

    private static String lockHeld() {
        return CurrentLease.find().map(lease -> lease.name()).orElse("no lock");
    }
}
