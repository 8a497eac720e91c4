package io.lockkeeper.simulation.shared;

import java.util.List;

/**
 * What came of one history.
 *
 * @param broken the rules that it broke, with what happened, in the order of time
 * @param script what was to happen, and all that chance decided otherwise than usual: it gives the same history again
 * @param story what happened, in the order of time; empty where no rule was broken
 * @param steps how many points of the agents' code were passed
 * @param switches how often another thread came to run
 * @param digest a number that differs where two histories do
 */
public record Result(
        List<Broken> broken, List<String> script, List<String> story, long steps, long switches, long digest) {

    public Result {
        broken = List.copyOf(broken);
        script = List.copyOf(script);
        story = List.copyOf(story);
    }

    /** A rule that did not hold. */
    public record Broken(String rule, String text) {}

    public boolean isClean() {
        return broken.isEmpty();
    }

    public boolean breaks(String rule) {
        return broken.stream().anyMatch(each -> each.rule().equals(rule));
    }
}
