package io.lockkeeper.console.ground.store;

import com.mongodb.client.MongoClient;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.IndexMode;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.UnsupportedServerException;
import io.lockkeeper.agent.WakeMode;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Brings the console's own data to the version that this console knows, step by step, under a lock of our own: of several consoles that
 * start together one migrates, and the others wait for it. An interrupted migration continues at its step. With data of a newer version,
 * which stays untouched, the console does not start.
 */
@Component
class Migration {

    static final String LOCK = "lockkeeper-console:migration";
    private static final Logger LOG = LoggerFactory.getLogger(Migration.class);

    private final MongoClient client;
    private final StoreName store;
    private final Versions versions;
    private final List<MigrationStep> steps;

    Migration(MongoClient client, StoreName store, Versions versions, List<MigrationStep> steps) {
        this.client = client;
        this.store = store;
        this.versions = versions;
        this.steps = steps.stream()
                .sorted(Comparator.comparingInt(MigrationStep::number))
                .toList();
    }

    /**
     * Does what is to be done, if anything is.
     *
     * @throws StartRefusedException if the data is newer than this console
     */
    void run() {
        requireOwnData();
        if (pending().isEmpty()) {
            return;
        }
        try (LockAgent agent = LockAgent.connect(client, store.value(), options())) {
            agent.withLock(LockRequest.of(LOCK).withNote("migrates the console's data"), this::migrate);
        } catch (UnsupportedServerException e) {
            throw new StartRefusedException(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartRefusedException(
                    "The migration of the console's data was interrupted. Start the console again.");
        }
    }

    /**
     * Looks, and changes nothing.
     *
     * @throws StartRefusedException if the data is newer than this console, or another program's
     */
    void requireOwnData() {
        int current = versions.current();
        requireKnown(current);
        if (current == 0) {
            refuseStrangers();
        }
    }

    /** Refuses foreign data before anything is made: indexes of ours would delete it from collections of the same names. */
    private void refuseStrangers() {
        List<String> strangers = client
                .getDatabase(store.value())
                .listCollectionNames()
                .authorizedCollections(true)
                .into(new ArrayList<>())
                .stream()
                .filter(name -> !name.startsWith("system.")
                        && !ConsolePrivileges.collections().contains(name))
                .sorted()
                .toList();
        if (!strangers.isEmpty()) {
            throw new StartRefusedException(
                    "The database \"%s\", which was to be the console's own, is used by another program: it holds %s. Nothing was changed. Name another one with LOCKKEEPER_CONSOLE_DATABASE."
                            .formatted(store.value(), named(strangers)));
        }
    }

    private static String named(List<String> collections) {
        int most = 3;
        String first =
                "the collections " + String.join(", ", collections.subList(0, Math.min(most, collections.size())));
        return collections.size() > most
                ? String.format(Locale.ROOT, "%s and %d more", first, collections.size() - most)
                : first;
    }

    private void requireKnown(int current) {
        if (current > steps.size()) {
            throw new StartRefusedException(
                    "The console's data in the database \"%s\" is of version %s, and this console knows versions up to %s. Start the console that wrote it, or a newer one. Nothing was changed."
                            .formatted(store.value(), current, steps.size()));
        }
    }

    private List<MigrationStep> pending() {
        int current = versions.current();
        requireKnown(current);
        return steps.subList(current, steps.size());
    }

    private Void migrate(Lease lease) {
        for (MigrationStep step : pending()) {
            LOG.info(
                    "Migrating the console's data: step={} does=\"{}\" database={}",
                    step.number(),
                    step.what(),
                    store.value());
            step.apply();
            versions.raise(step.number(), lease.token());
        }
        return null;
    }

    private static AgentOptions options() {
        return AgentOptions.forService("lockkeeper-console")
                .withIndexes(IndexMode.NONE)
                .withWakes(WakeMode.STREAM) // the console follows streams as it is
                .withPresence(false);
    }
}
