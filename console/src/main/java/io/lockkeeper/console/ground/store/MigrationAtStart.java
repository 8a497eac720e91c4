package io.lockkeeper.console.ground.store;

import com.mongodb.MongoException;
import com.mongodb.MongoTimeoutException;
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
 * Migrates before the console takes its first request. While MongoDB does not answer, or denies what the migration needs, the console
 * starts nevertheless, says so, and migrates as soon as it can; until then only existing users can log in.
 */
@Component
class MigrationAtStart implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(MigrationAtStart.class);
    private static final long RETRY_MILLIS = 2_000;
    private static final long RETRY_DENIED_MILLIS = 10_000;
    private static final int BEFORE_THE_SERVER = Integer.MIN_VALUE + 1_000;

    private final AtomicBoolean running = new AtomicBoolean();
    private final Migration migration;
    private final StoreMark mark;
    private final ConsolePrivileges keeping;
    private final ConfigurableApplicationContext context;
    private @Nullable Thread retries;
    private boolean ready;
    private boolean told;

    MigrationAtStart(
            Migration migration, StoreMark mark, ConsolePrivileges keeping, ConfigurableApplicationContext context) {
        this.migration = migration;
        this.mark = mark;
        this.keeping = keeping;
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

    /** Migrates, and returns whether nothing is left to be tried again. */
    private boolean migrated() {
        try {
            keeping.look();
            if (!ready) {
                migration.run();
                mark.leave();
                ready = true;
                context.publishEvent(new StoreReady());
            }
        } catch (DataAccessException | MongoException | LockException e) {
            if (!told && !isDenied(e)) {
                told = true;
                LOG.warn(
                        "The console's own data cannot be reached, and no user can log in until it can; retrying every {} s: {}",
                        RETRY_MILLIS / 1_000,
                        e.getMessage());
            }
        }
        return ready && keeping.isWhole();
    }

    /** Whether it is a denial, which was logged when the privileges were read. */
    private boolean isDenied(Exception e) {
        return !keeping.isWhole() && !(e instanceof MongoTimeoutException);
    }

    private void retry() {
        try {
            do {
                Thread.sleep(keeping.isWhole() ? RETRY_MILLIS : RETRY_DENIED_MILLIS);
            } while (running.get() && !migrated());
        } catch (InterruptedException e) {
            LOG.debug("Closed before the console's data was migrated");
        } catch (RuntimeException e) {
            LOG.error("The console ends: {}", e.getMessage());
            System.exit(SpringApplication.exit(context, () -> 1));
        }
    }
}
