package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.code.Points;
import io.lockkeeper.simulation.machine.Decisions;
import io.lockkeeper.simulation.world.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Chance, of which there are three kinds: threads are held anywhere; at a few places, but for long, in the manner of PCT; or each thread at
 * the same place of the code. All that is unusual is recorded.
 */
final class RandomDecisions implements Decisions {

    private static final long MILLI = 1_000_000;
    /** Into so many the points are divided, one of which is the target. */
    private static final int PLACES = 150;

    private final SplittableRandom random;
    private final List<String> made = new ArrayList<>();
    private final double troubles;
    private final int rarity;
    private final TreeSet<Long> few = new TreeSet<>();
    private final int target;
    private final Optional<Adversary> adversary;
    private int untilHold;
    private long passed;

    /** Where an adversary decides, chance does not. */
    RandomDecisions(long seed, Optional<Adversary> adversary) {
        this.adversary = adversary;
        random = new SplittableRandom(seed);
        troubles = List.of(0.0, 0.0, 0.01, 0.05, 0.2).get(random.nextInt(5));
        int kind = random.nextInt(3);
        rarity = kind == 0 ? List.of(8, 40, 200).get(random.nextInt(3)) : 0;
        untilHold = rarity == 0 ? Integer.MAX_VALUE : random.nextInt(1, 2 * rarity);
        if (kind == 1) {
            int bound = 1 << random.nextInt(7, 13);
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                few.add(random.nextLong(bound));
            }
        }
        target = kind == 2 ? random.nextInt(PLACES) : -1;
    }

    @Override
    public long hold(String strand, int point, int time) {
        passed++;
        long hold = adversary.isPresent() ? adversary.get().hold(point).orElse(-1) : anyHold(point);
        if (hold >= 0) {
            made.add(KeptDecisions.hold(strand, Points.point(point).name(), time, hold));
        }
        return hold;
    }

    private long anyHold(int point) {
        long hold = -1;
        if (--untilHold == 0) {
            untilHold = random.nextInt(1, 2 * rarity);
            hold = anyLength();
        } else if (!few.isEmpty() && few.first() <= passed) {
            few.pollFirst();
            hold = random.nextInt(3) == 0 ? 10 * MILLI : random.nextLong(20, 6_000) * MILLI;
        } else if (target >= 0 && isAimedAt(point) && random.nextInt(3) > 0) {
            hold = random.nextBoolean() ? random.nextLong(1, 40) * MILLI / 4 : random.nextLong(1, 1_500) * MILLI;
        }
        return hold;
    }

    private boolean isAimedAt(int point) {
        return Math.floorMod(Points.point(point).name().hashCode(), PLACES) == target;
    }

    private long anyLength() {
        int die = random.nextInt(100);
        if (die < 60) {
            return 0;
        } else if (die < 85) {
            return random.nextLong(10_000, 5 * MILLI);
        }
        return die < 98 ? random.nextLong(5, 300) * MILLI : random.nextLong(300, 8_000) * MILLI;
    }

    @Override
    public String fate(String agent, String kind, int time) {
        Fate fate = adversary.isPresent() ? adversary.get().fate(agent, kind, time) : anyFate();
        if (fate != Fate.WELL) {
            made.add(KeptDecisions.fate(agent, kind, time, fate.name()));
        }
        return fate.name();
    }

    private Fate anyFate() {
        return troubles == 0 || random.nextDouble() >= troubles
                ? Fate.WELL
                : Fate.TROUBLES.get(random.nextInt(Fate.TROUBLES.size()));
    }

    /** All that was not as usual. */
    List<String> made() {
        return made;
    }
}
