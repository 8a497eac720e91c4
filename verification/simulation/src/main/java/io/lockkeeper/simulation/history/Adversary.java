package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.code.Points;
import io.lockkeeper.simulation.world.Fate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * What aims at one part of the agents of a {@link Duel}: it holds threads at a few places of one class, or lets one agent's renewals be
 * answered late, or only read, and then fail; or it does nothing. All else goes well, so that the rules excuse little.
 */
final class Adversary {

    /** In one of so many histories. */
    private static final int IN = 3;

    private static final long MILLI = 1_000_000;
    private static final List<String> CLASSES =
            List.of("LeaseKeeping", "LeaseKeeping", "Keeper", "KeptLease", "Renewals", "Batcher", "CallSender");
    /** Into so many the points of a class are divided, one of which is the target. */
    private static final int PLACES = 6;

    private static final List<String> RENEWAL = List.of("touches", "read");

    private final SplittableRandom random;
    private final String type;
    private final int place;
    /** Where it aims at renewals: the agent; empty otherwise. */
    private final String renewing;

    private final String call;
    private final Fate before;
    private final Fate after;
    private final int from;
    private final int until;

    private Adversary(SplittableRandom random, int manner) {
        this.random = random;
        boolean holds = manner < 2;
        type = holds ? CLASSES.get(random.nextInt(CLASSES.size())) + "." : "";
        place = random.nextInt(PLACES);
        renewing = manner == 2 ? "a" + random.nextInt(1, 3) : "";
        call = RENEWAL.get(random.nextInt(RENEWAL.size()));
        before = anyOf(Fate.WELL, Fate.VERY_LATE_REPLY, Fate.LATE_REQUEST);
        after = anyOf(Fate.LOST_REQUEST, Fate.LOST_REPLY, Fate.READ_ALONE);
        from = random.nextInt(1, 5);
        until = random.nextBoolean() ? from + random.nextInt(1, 3) : Integer.MAX_VALUE;
    }

    /** The one of that history, if it has one. Drawn apart, so that all other histories are as they would be without. */
    static Optional<Adversary> of(long seed) {
        SplittableRandom apart = new SplittableRandom(seed ^ 0x5DEECE66DL);
        return apart.nextInt(IN) == 0 ? Optional.of(new Adversary(apart, apart.nextInt(4))) : Optional.empty();
    }

    /** One that does nothing. */
    static Adversary idle(long seed) {
        return new Adversary(new SplittableRandom(seed), 3);
    }

    private Fate anyOf(Fate... fates) {
        return fates[random.nextInt(fates.length)];
    }

    /** For how long a thread that passes the point is held there. */
    OptionalLong hold(int point) {
        String name = Points.point(point).name();
        boolean aimed = !type.isEmpty() && name.startsWith(type) && Math.floorMod(name.hashCode(), PLACES) == place;
        return aimed && random.nextBoolean() ? OptionalLong.of(anyLength()) : OptionalLong.empty();
    }

    private long anyLength() {
        return random.nextInt(8) > 0 ? random.nextLong(MILLI / 4, 12 * MILLI) : random.nextLong(1, 1_500) * MILLI;
    }

    /** What the network does with that call of an agent, its so-manieth of that kind. */
    Fate fate(String agent, String kind, int time) {
        if (!agent.equals(renewing) || !kind.equals(call) || time >= until) {
            return Fate.WELL;
        }
        return time < from ? before : after;
    }
}
