package io.lockkeeper.faults.scenario;

import io.lockkeeper.faults.checker.Violation;
import java.util.List;

/**
 * What a scenario came to.
 *
 * @param violations what was broken
 * @param hitch why it could not be played to its end; empty if it was
 */
public record Verdict(List<Violation> violations, String hitch) {

    public boolean isClean() {
        return violations.isEmpty() && hitch.isEmpty();
    }
}
