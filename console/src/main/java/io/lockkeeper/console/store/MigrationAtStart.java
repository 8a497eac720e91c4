package io.lockkeeper.console.store;

import com.mongodb.MongoException;
import io.lockkeeper.agent.LockException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Migrates before the console takes its first request. While MongoDB does not answer, the console starts nevertheless, says
 * so, and migrates as soon as it does; until then nobody can log in, since the users are in MongoDB.
 */
@Component
class MigrationAtStart implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(MigrationAtStart.class);
    private static final int UNAUTHORIZED = 13;
    private static final long RETRY_MILLIS = 2_000;
    private static final int BEFORE_THE_SERVER = Integer.MIN_VALUE + 1_000;

    private final AtomicBoolean running = new AtomicBoolean();
    private final Migration migration;
    private final ConfigurableApplicationContext context;
    private @Nullable Thread retries;

    MigrationAtStart(Migration migration, ConfigurableApplicationContext context) {
        this.migration = migration;
        this.context = context;
    }

    @Override
    public int getPhase() {
        return BEFORE_THE_SERVER;
    }

    @Override
    public void start() {
        running.set(true);
        if (!migrated()) {
            retries = Thread.ofPlatform().name("migration").daemon().start(this::retry);
        }
    }

    @Override
    public void stop() {
        running.set(false);
        if (retries != null) {
            retries.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running.get();
    }

    private boolean migrated() {
        try {
            migration.run();
            context.publishEvent(new StoreReady());
            return true;
        } catch (DataAccessException | MongoException | LockException e) {
            refuseIfDenied(e);
            LOG.warn("The console's own data cannot be reached; nobody can log in until it can: {}", e.getMessage());
            return false;
        }
    }

    /** What MongoDB denies to the console's user it denies for good. */
    private void refuseIfDenied(RuntimeException e) {
        Throwable origin = e instanceof MongoException ? e : e.getCause();
        if (origin instanceof MongoException cause && cause.getCode() == UNAUTHORIZED) {
            throw new StartRefusedException(
                    "MongoDB denies the console's user what it needs for the console's own data: %s. Run docker/roles.js once more, and give the user the role lockkeeperConsoleStore."
                            .formatted(cause.getMessage()));
        }
    }

    private void retry() {
        try {
            do {
                Thread.sleep(RETRY_MILLIS);
            } while (running.get() && !migrated());
        } catch (InterruptedException e) {
            LOG.debug("Closed before the console's data was migrated");
        } catch (RuntimeException e) {
            LOG.error("The console ends: {}", e.getMessage());
            System.exit(SpringApplication.exit(context, () -> 1));
        }
    }
}
