package io.lockkeeper.agent.reentrant;

import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LockRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One lock of one ownership, from the first entry's wait to the last one's exit. Guarded by the ownership. */
final class Hold {

    /** The step of the ownership after an exit, outside of the guard. */
    enum After {
        NOTHING,
        DOWNGRADE,
        RELEASE
    }

    private final List<OwnershipEntry> inside = new ArrayList<>();
    private final CountDownLatch settled = new CountDownLatch(1);
    private LockRequest request;

    Hold(LockRequest request) {
        this.request = request;
    }

    String name() {
        return request.name().value();
    }

    OwnershipEntry enter(Ownership ownership, LockRequest asked, Lease lease) {
        OwnershipEntry entry = new OwnershipEntry(ownership, this, asked, lease);
        inside.add(entry);
        return entry;
    }

    After leave(OwnershipEntry entry) {
        inside.remove(entry);
        if (inside.isEmpty()) {
            return After.RELEASE;
        }
        if (isWriting(request) && inside.stream().noneMatch(each -> isWriting(each.request()))) {
            request = LockRequest.reading(name());
            return After.DOWNGRADE;
        }
        return After.NOTHING;
    }

    /** The lease that all entries share. */
    Lease lease() {
        return inside.getFirst().lease();
    }

    List<String> enteredBy() {
        return inside.stream().map(OwnershipEntry::enteredBy).toList();
    }

    /** Refuses a request that the lease does not cover: a caller that waited for it while holding the lease would wait for itself. */
    void requireCovers(LockRequest asked) {
        if (request.isOfSameKindAs(asked) || (isWriting(request) && isReading(asked))) {
            return;
        }
        throw new IllegalStateException(isReading(request) && isWriting(asked) ? upgrade() : otherKind());
    }

    boolean isSettled() {
        return settled.getCount() == 0;
    }

    /** The first entry has the lease, or has failed to get it. */
    void settle() {
        settled.countDown();
    }

    boolean awaitSettled(Duration longest) throws InterruptedException {
        return settled.await(longest.toNanos(), TimeUnit.NANOSECONDS);
    }

    private String upgrade() {
        return ("Lock \"%s\" is held to read (%s) and cannot be entered to write: two readers that both waited for this would wait "
                        + "for each other forever. Leave it, acquire it to write, and look again at what was read.")
                .formatted(name(), who());
    }

    private String otherKind() {
        return "Lock \"%s\" is held (%s) as another kind, or with another number of permits, than is asked for now"
                .formatted(name(), who());
    }

    private String who() {
        return inside.isEmpty()
                ? "about to be granted"
                : enteredBy().stream().collect(Collectors.joining(", ", "entered by ", ""));
    }

    private static boolean isWriting(LockRequest request) {
        return request.isOfSameKindAs(LockRequest.writing(request.name().value()));
    }

    private static boolean isReading(LockRequest request) {
        return request.isOfSameKindAs(LockRequest.reading(request.name().value()));
    }
}
