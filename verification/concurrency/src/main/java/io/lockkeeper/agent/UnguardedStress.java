package io.lockkeeper.agent;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The control: a phase that is compared and set in two steps. Who does not see it fail has proved nothing of the others. */
@JCStressTest
@Outcome(
        id = {"true, false", "false, true"},
        expect = Expect.ACCEPTABLE,
        desc = "one came first")
@Outcome(expect = Expect.FORBIDDEN, desc = "released and lost")
@State
public class UnguardedStress {
    private volatile String phase = "held";

    @Actor
    public void release(ZZ_Result result) {
        result.r1 = move("releasing");
    }

    @Actor
    public void lose(ZZ_Result result) {
        result.r2 = move("lost");
    }

    private boolean move(String to) {
        if (!phase.equals("held")) {
            return false;
        }
        phase = to;
        return true;
    }
}
