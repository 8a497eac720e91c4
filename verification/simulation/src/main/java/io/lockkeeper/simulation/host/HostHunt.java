package io.lockkeeper.simulation.host;

import io.lockkeeper.faults.overlay.Overlay;
import io.lockkeeper.faults.overlay.Patch;
import io.lockkeeper.host.session.HostHistories;
import io.lockkeeper.simulation.shared.Bounds;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Runs histories of a host agent's leases, seed after seed, until one breaks a promise, a number is reached or the time is over. */
public final class HostHunt {

    /** Of which histories. */
    enum Of {
        ONE_HOST_AGENT,
        SEVERAL_IN_A_ROW
    }

    private final LongFunction<String> histories;
    private final long firstSeed;
    private long runs;
    private Duration took = Duration.ZERO;

    private HostHunt(LongFunction<String> histories, long firstSeed) {
        this.histories = histories;
        this.firstSeed = firstSeed;
    }

    /** What a hunt of so many histories finds; of the host agent as it is, or of all that have a rule taken out. Whether all is well. */
    public static boolean run(long firstSeed, Bounds bounds, boolean mutants) {
        boolean all = true;
        if (!mutants) {
            for (Of of : Of.values()) {
                HostHunt hunt = of(of, List.of(), firstSeed);
                Optional<String> found = hunt.next(bounds);
                found.ifPresent(System.out::println);
                System.out.println(of + ": " + hunt);
                all &= found.isEmpty();
            }
            return all;
        }
        for (HostMutant mutant : HostMutant.all()) {
            HostHunt hunt = of(mutant.histories(), mutant.patches(), firstSeed);
            Optional<String> found = hunt.next(bounds);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %,d histories |%n",
                    mutant.name(),
                    found.map(broken -> "caught: " + broken).orElse("GOT AWAY"),
                    hunt.runs);
            all &= found.isPresent();
        }
        return all;
    }

    static HostHunt of(Of histories, List<Patch> patches, long firstSeed) {
        try (Overlay overlay = Overlay.compile(patches)) {
            @SuppressWarnings("unchecked") // it is one
            LongFunction<String> found = (LongFunction<String>) new HostClasses(overlay.folder())
                    .loadClass(HostHistories.class.getName())
                    .getDeclaredConstructor(boolean.class)
                    .newInstance(histories == Of.SEVERAL_IN_A_ROW);
            var unused = LongStream.range(0, 200) // loads all classes, while the folder is there
                    .filter(seed -> found.apply(seed).isEmpty())
                    .count();
            return new HostHunt(found, firstSeed);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    Optional<String> next(long most) {
        return next(Bounds.of(most));
    }

    /** The seed of the next history that breaks a promise, and which. */
    private Optional<String> next(Bounds bounds) {
        long began = System.nanoTime();
        Optional<String> found = Optional.empty();
        while (found.isEmpty() && bounds.allow(runs, Duration.ofNanos(System.nanoTime() - began))) {
            long seed = firstSeed + runs++;
            found = Optional.of(histories.apply(seed))
                    .filter(broken -> !broken.isEmpty())
                    .map(broken -> "seed " + seed + ": " + broken);
        }
        took = took.plusNanos(System.nanoTime() - began);
        return found;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d histories of the host agent in %.1f s: %,.0f a minute",
                runs,
                took.toMillis() / 1_000.0,
                runs * 60_000.0 / Math.max(1, took.toMillis()));
    }
}
