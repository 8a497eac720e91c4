package io.lockkeeper.spring.observe;

import io.lockkeeper.agent.Attempt;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.LockUnavailableException;
import io.lockkeeper.agent.TakenOutException;
import io.lockkeeper.model.Owner;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation {@code lockkeeper.acquire} of each request, from its first call to its end, and one {@code lockkeeper.hold} of each lease. Both
 * have the lock's group; its name is a high-cardinality value, which traces have and metrics have not.
 */
public final class LockObservations implements LockObserver {

    private final ObservationRegistry registry;
    private final LockGroups groups;
    private final @Nullable LockMeters meters;
    private final WaitLinks links;

    /**
     * @param meters for what is not an observation; null where there is no registry of meters
     * @param links for traces
     */
    public LockObservations(
            ObservationRegistry registry, LockGroups groups, @Nullable LockMeters meters, WaitLinks links) {
        this.registry = registry;
        this.groups = groups;
        this.meters = meters;
        this.links = links;
    }

    @Override
    public Acquiring acquiring(LockRequest request) {
        return new Request(request.name().value());
    }

    @Override
    public void renewed(int entries, Duration lag) {
        if (meters != null) {
            meters.renewed(lag);
        }
    }

    @Override
    public void outcomeUnknown(Exception cause) {
        if (meters != null) {
            meters.outcomeUnknown();
        }
    }

    @Override
    public void batchSent(int calls) {
        if (meters != null) {
            meters.batchSent(calls);
        }
    }

    private Observation observation(String name, String verb, String lock, String group) {
        return Observation.createNotStarted(name, registry)
                .contextualName(verb + " " + group)
                .lowCardinalityKeyValue("lock", group)
                .highCardinalityKeyValue("lock.name", lock);
    }

    private final class Request implements Acquiring {
        private final String lock;
        private final String group;
        private final Observation observation;
        private WaitLinks.@Nullable Wait wait;

        Request(String lock) {
            this.lock = lock;
            this.group = groups.of(lock);
            this.observation =
                    observation("lockkeeper.acquire", "acquire", lock, group).start();
        }

        @Override
        public LockRequest request(LockRequest asked) {
            return links.sign(asked, observation);
        }

        @Override
        public void queued(Attempt.Refused behind) {
            if (wait == null) {
                wait = links.waiting(
                        observation,
                        group,
                        behind.heldBy().stream().map(holder -> holder.owner()).toList());
            }
        }

        @Override
        public Holding granted(Lease lease, Optional<Owner> previous) {
            if (wait != null) {
                wait.granted(previous);
            }
            end("granted");
            return new Hold(lock, group);
        }

        @Override
        public void refused(Attempt.Refused refused) {
            end("refused");
        }

        @Override
        public void failed(Exception failure) {
            if (wait != null) {
                wait.failed();
            }
            if (!(failure instanceof LockNotAcquiredException)) {
                observation.error(failure);
            }
            end(outcome(failure));
        }

        private void end(String outcome) {
            observation
                    .lowCardinalityKeyValue("outcome", outcome)
                    .lowCardinalityKeyValue("waited", String.valueOf(wait != null))
                    .stop();
        }
    }

    private final class Hold implements Holding {
        private final String group;
        private final Observation observation;

        Hold(String lock, String group) {
            this.group = group;
            this.observation =
                    observation("lockkeeper.hold", "hold", lock, group).start();
        }

        @Override
        public void released(Duration held) {
            end("released");
        }

        @Override
        public void lost(LeaseLoss loss, Duration held) {
            String cause = cause(loss);
            if (meters != null) {
                meters.lost(group, cause);
            }
            observation.event(Observation.Event.of("lost", "lost: " + cause));
            end(cause);
        }

        private void end(String end) {
            observation.lowCardinalityKeyValue(KeyValue.of("end", end)).stop();
        }
    }

    static String outcome(Exception failure) {
        return switch (failure) {
            case LockNotAcquiredException e -> "timed-out";
            case TakenOutException e -> "taken-out";
            case LockUnavailableException e -> "unavailable";
            case InterruptedException e -> "interrupted";
            default -> "error";
        };
    }

    static String cause(LeaseLoss loss) {
        return switch (loss) {
            case LeaseLoss.Expired e -> "expired";
            case LeaseLoss.Evicted e -> "evicted";
            case LeaseLoss.TakenOver e -> "taken-over";
            case LeaseLoss.HeldTooLong e -> "held-too-long";
            case LeaseLoss.OuterLockLost e -> "outer-lock-lost";
            case LeaseLoss.AgentClosed e -> "agent-closed";
        };
    }

    /** Links from a waiter's trace to the holder that it waited for. */
    public interface WaitLinks {

        /** Where there are no traces. */
        WaitLinks NONE = new WaitLinks() {};

        /** Adds the trace of its observation to the request, for those that will wait behind it. */
        default LockRequest sign(LockRequest asked, Observation observation) {
            return asked;
        }

        /** To be called when the request has begun to wait, behind these holders. */
        default Wait waiting(Observation observation, String group, List<Owner> holders) {
            return NO_LINKS;
        }

        /** A wait that is not traced. */
        Wait NO_LINKS = new Wait() {};

        /** One wait, which ends with one of these calls. */
        interface Wait {
            default void granted(Optional<Owner> previous) {}

            default void failed() {}
        }
    }
}
