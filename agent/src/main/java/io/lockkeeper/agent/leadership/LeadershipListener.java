package io.lockkeeper.agent.leadership;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;

/**
 * Is notified of one candidate's own terms as leader. Terms do not overlap: the next begins after both methods have returned for the last.
 */
public interface LeadershipListener {

    /**
     * The candidate is elected. Runs on a virtual thread of its own: return at once, or lead here as long as the term lasts; the thread is
     * interrupted at the term's end. If this throws, the term ends and the campaign continues.
     *
     * @param lease the term's. Its token keeps out a leader that does not know yet that it has been deposed. Releasing it before this
     *     returns resigns; at any other time call {@link Leadership#resign}
     */
    void elected(Lease lease);

    /** The lease was lost: another may lead already, so stop. Not called after the candidate's own resignation. */
    void deposed(LeaseLoss loss);
}
