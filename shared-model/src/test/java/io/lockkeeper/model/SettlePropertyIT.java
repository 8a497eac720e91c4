package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import io.lockkeeper.model.memory.LockModel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.json.JsonWriterSettings;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a lock, and in whatever order, {@link Settle} on a real server does what {@link LockModel} does,
 * and {@link LockInvariants} hold. The same seed, with the same number of steps, does the same again. Unless another seed is
 * named it is always the same one, so that a build depends on its sources alone; {@code ./lockkeeper test} tries that of the day
 * besides. For more:
 *
 * <pre>{@code mvn -pl shared-model -am verify -Dtest=None -Dit.test=SettlePropertyIT -Dsettle.steps=50000 -Dsettle.seed=7 \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false}</pre>
 */
class SettlePropertyIT {

    private static final int LOCKS = 8;
    private static final int STEPS = Integer.getInteger("settle.steps", 4_000);
    private static final long SEED = Long.getLong("settle.seed", 1);

    private final AtomicBoolean failed = new AtomicBoolean();

    @Test
    void whateverHappensALockDoesWhatTheProtocolSays() throws Exception {
        System.out.printf("SettlePropertyIT: settle.seed=%d settle.steps=%d%n", SEED, STEPS);
        SplittableRandom random = new SplittableRandom(SEED);
        List<Run> runs = IntStream.range(0, LOCKS)
                .mapToObj(number -> new Run(number, random.split()))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(LOCKS)) {
            List<Future<?>> done = runs.stream().<Future<?>>map(threads::submit).toList();
            for (Future<?> each : done) {
                passed(each);
            }
        }
    }

    private static void passed(Future<?> run) throws InterruptedException {
        try {
            run.get();
        } catch (ExecutionException e) {
            throw new AssertionError(
                    String.format(Locale.ROOT, "settle.seed=%d settle.steps=%d does it again", SEED, STEPS),
                    e.getCause());
        }
    }

    /** One lock on the server and its model, step by step. */
    private final class Run implements Runnable {
        private static final int TOLD = 20;

        private final int number;
        private final SettledLock lock = new SettledLock("$orders.4711");
        private final LockModel model = new LockModel("$orders.4711");
        private final RandomSteps random;
        private final Deque<String> told = new ArrayDeque<>();
        private Optional<RawBsonDocument> stored = Optional.empty();
        private long lastToken;

        Run(int number, SplittableRandom random) {
            this.number = number;
            this.random = new RandomSteps(random);
        }

        @Override
        public void run() {
            for (int step = 1; step <= STEPS / LOCKS && !failed.get(); step++) {
                try {
                    take(step);
                } catch (AssertionError | RuntimeException e) {
                    failed.set(true);
                    throw new AssertionError(report(step, e), e);
                }
            }
        }

        private void take(int number) {
            LockDocument before = read(stored);
            LockStep step = random.step(before);
            lock.setClock(random.clock(step, before, lock.now()));
            tell(number, step);
            Optional<RawBsonDocument> bytes = stored;
            if (bytes.isPresent() && random.damages() && !(step instanceof LockStep.Purge)) {
                changesNothingOfADamagedLock(step, bytes.get());
            }
            step.on(lock, "call-" + number);
            step.on(model, new LockModel.Call(lock.now(), "call-" + number));
            stored = lock.bytes();
            assertThat(stored)
                    .withFailMessage("the document is another one than the model's")
                    .isEqualTo(modelled());
            LockDocument after = read(stored);
            new LockInvariants(step, "call-" + number, lock.now(), before, after, differ(bytes, stored), lastToken)
                    .check();
            lastToken = Math.max(lastToken, after.token());
        }

        /** Until it is healed, byte for byte as it was: which the step then goes on with. */
        private void changesNothingOfADamagedLock(LockStep step, RawBsonDocument sound) {
            BsonDocument damaged = random.damaged(sound);
            lock.replace(damaged);
            try {
                step.on(lock, "refused");
            } catch (MongoException e) {
                tell(0, step); // the server refused it
            }
            assertThat(lock.stored())
                    .withFailMessage(() -> "%s changed the damaged %s".formatted(step, damaged))
                    .isEqualTo(damaged);
            lock.replace(sound);
        }

        private void tell(int number, LockStep step) {
            told.add(String.format(
                    Locale.ROOT, "%d at %s: %s", number, Duration.between(SettledLock.START, lock.now()), step));
            if (told.size() > TOLD) {
                told.remove();
            }
        }

        private Optional<BsonDocument> modelled() {
            return model.document().map(LockMapper::toBson);
        }

        private String report(int step, Throwable failure) {
            return String.format(
                    Locale.ROOT,
                    "settle.seed=%d settle.steps=%d: lock %d of %d, step %d: %s%nlast steps:%n%s%nthe model:%n%s%nthe"
                            + " server:%n%s",
                    SEED,
                    STEPS,
                    number,
                    LOCKS,
                    step,
                    failure.getMessage(),
                    String.join("\n", told),
                    json(modelled()),
                    json(lock.bytes()));
        }
    }

    private static LockDocument read(Optional<? extends BsonDocument> stored) {
        return stored.map(LockMapper::fromBson)
                .orElseGet(() ->
                        new LockDocument("$orders.4711", 0, 0, List.of(), List.of(), null, null, SettledLock.START));
    }

    private static boolean differ(Optional<RawBsonDocument> one, Optional<RawBsonDocument> other) {
        return !Arrays.equals(bytes(one), bytes(other));
    }

    private static byte[] bytes(Optional<RawBsonDocument> stored) {
        return stored.map(document -> document.getByteBuffer().array()).orElseGet(() -> new byte[0]);
    }

    private static String json(Optional<? extends BsonDocument> stored) {
        return stored.map(document -> document.toJson(
                        JsonWriterSettings.builder().indent(true).build()))
                .orElse("none");
    }
}
