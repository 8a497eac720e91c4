package io.lockkeeper.agent;

import io.lockkeeper.agent.time.Machine;
import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one warning for each lease that its holder lost, whether or not there is a listener. */
final class LossLog {

    private static final Logger log = LoggerFactory.getLogger(LossLog.class);

    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private LossLog() {}

    /** Logs on a thread of its own: a log that blocks delays no deadline. A closed agent's leases are not logged. */
    static void lost(Machine machine, Lease lease, Owner owner, LeaseLoss loss, Duration heldFor) {
        if (!(loss instanceof LeaseLoss.AgentClosed)) {
            machine.virtual("lockkeeper-notice", () -> warn(lease, owner, loss, heldFor))
                    .start();
        }
    }

    /** The loss in one line: text that others wrote, an operator's reason for example, starts no new line in the log. */
    static String oneLine(LeaseLoss loss) {
        return CONTROL.matcher(loss.toString()).replaceAll(" ");
    }

    private static void warn(Lease lease, Owner owner, LeaseLoss loss, Duration heldFor) {
        log.warn(
                "Lease lost: lock=\"{}\" cause=\"{}\" token={} heldFor={} service=\"{}\" instance=\"{}\" host=\"{}\" pid={} thread=\"{}\" note=\"{}\"."
                        + " The holder must stop: somebody else may have the lock now",
                lease.name(),
                oneLine(loss),
                lease.token(),
                heldFor,
                owner.service(),
                owner.instance(),
                owner.host(),
                owner.pid(),
                owner.thread(),
                owner.note());
    }
}
