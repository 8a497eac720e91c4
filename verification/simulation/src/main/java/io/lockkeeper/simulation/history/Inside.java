package io.lockkeeper.simulation.history;

import io.lockkeeper.simulation.machine.Decisions;
import io.lockkeeper.simulation.machine.Scheduler;
import io.lockkeeper.simulation.shared.Exchange;
import io.lockkeeper.simulation.shared.Histories;
import io.lockkeeper.simulation.shared.Result;
import io.lockkeeper.simulation.shared.Result.Broken;
import io.lockkeeper.simulation.shared.Size;
import java.util.ArrayList;
import java.util.List;

/** Runs histories among the simulated classes, of which it is one. */
public final class Inside implements Histories {

    private static final Size WHOLE = Size.of(1);

    @Override
    public Result random(long seed, Size size) {
        List<String> plan = Plans.draw(seed, size);
        RandomDecisions decisions = decisions(seed, size);
        Result result = run(plan, decisions, false, size);
        List<String> script = new ArrayList<>(plan);
        script.addAll(decisions.made());
        return new Result(result.broken(), script, List.of(), result.steps(), result.switches(), result.digest());
    }

    @Override
    public List<Exchange> exchanges(long seed, Size size) {
        World world = world(Plans.draw(seed, size), new Story(), new Scheduler(decisions(seed, size), size.steps()));
        var unused = world.run();
        return world.exchanges();
    }

    private static RandomDecisions decisions(long seed, Size size) {
        return new RandomDecisions(seed * 31 + 7, Rush.adversary(seed, size).or(() -> Duel.adversary(seed, size)));
    }

    @Override
    public Result replay(List<String> script) {
        List<String> plan =
                script.stream().filter(line -> !KeptDecisions.isOne(line)).toList();
        List<String> kept = script.stream().filter(KeptDecisions::isOne).toList();
        return run(plan, new KeptDecisions(kept), true, WHOLE);
    }

    private static Result run(List<String> plan, Decisions decisions, boolean told, Size size) {
        Story story = new Story();
        Clock clock = new Clock();
        Scheduler scheduler = new Scheduler(told ? new Telling(decisions, story, clock::now) : decisions, size.steps());
        clock.scheduler = scheduler;
        World world = world(plan, story, scheduler);
        List<Broken> broken = size.isCut() ? world.runAndCut() : world.run();
        return new Result(
                broken,
                plan,
                told ? world.told() : List.of(),
                scheduler.steps(),
                scheduler.switches(),
                scheduler.digest());
    }

    private static World world(List<String> plan, Story story, Scheduler scheduler) {
        World world = new World(scheduler, story);
        world.plan(plan);
        return world;
    }

    /** The scheduler's, for those that are made before it. */
    private static final class Clock {
        private Scheduler scheduler = new Scheduler(new KeptDecisions(List.of()), 0);

        long now() {
            return scheduler.now();
        }
    }
}
