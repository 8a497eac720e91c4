package io.lockkeeper.agent;

import io.lockkeeper.model.Owner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what an agent tells its observer. */
final class RecordingObserver implements LockObserver {

    private final List<String> told = new CopyOnWriteArrayList<>();

    List<String> told() {
        return List.copyOf(told);
    }

    @Override
    public Acquiring acquiring(LockRequest request) {
        told.add("asks " + request.name());
        return new Asking();
    }

    @Override
    public void renewed(int entries, Duration lag) {
        told.add("renewed " + entries);
    }

    @Override
    public void outcomeUnknown(Exception cause) {
        told.add("unknown");
    }

    private final class Asking implements Acquiring {
        @Override
        public LockRequest request(LockRequest asked) {
            return asked.withNote("observed");
        }

        @Override
        public void queued(Attempt.Refused behind) {
            told.add("queued behind " + behind.heldBy().getFirst().owner().service());
        }

        @Override
        public Holding granted(Lease lease, Optional<Owner> previous) {
            told.add("granted after " + previous.map(Owner::service).orElse("nobody"));
            return new Held();
        }

        @Override
        public void refused(Attempt.Refused refused) {
            told.add("refused");
        }

        @Override
        public void failed(Exception failure) {
            told.add("failed " + failure.getClass().getSimpleName());
        }
    }

    private final class Held implements Holding {
        @Override
        public void released(Duration held) {
            told.add(held.isPositive() ? "released" : "released before it was granted");
        }

        @Override
        public void lost(LeaseLoss loss, Duration held) {
            told.add("lost " + loss);
        }
    }
}
