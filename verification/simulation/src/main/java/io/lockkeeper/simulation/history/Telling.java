package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.machine.Decisions;
import io.lockkeeper.simulation.world.Fate;
import java.util.function.LongSupplier;

/** Decisions that also go into the story. */
record Telling(Decisions decisions, Story story, LongSupplier now) implements Decisions {

    @Override
    public long hold(String strand, int point, int time) {
        long hold = decisions.hold(strand, point, time);
        if (hold >= 0) {
            story.held(now.getAsLong(), strand, point, hold);
        }
        return hold;
    }

    @Override
    public String fate(String agent, String kind, int time) {
        String fate = decisions.fate(agent, kind, time);
        if (!fate.equals(Fate.WELL.name())) {
            story.fate(now.getAsLong(), agent, kind, fate);
        }
        return fate;
    }
}
