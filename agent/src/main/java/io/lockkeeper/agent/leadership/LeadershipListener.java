package io.lockkeeper.agent.leadership;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;

/**
 * Told of one's own terms as leader. Terms do not overlap: nobody is elected anew before both methods have returned for the
 * term before.
 */
public interface LeadershipListener {

    /**
     * Elected. Called on a virtual thread of its own, and may return, or lead as long as the term lasts: that thread is
     * interrupted when it ends. Who throws here does not lead: the term ends and the campaign continues.
     *
     * @param lease the term's. Its token keeps out a leader that does not know yet that it has been deposed. Who releases it
     *     before this returns resigns; at any other time {@link Leadership#resign} is the way
     */
    void elected(Lease lease);

    /** The lease was lost: another may lead already, so stop. Not called after one's own resignation. */
    void deposed(LeaseLoss loss);
}
