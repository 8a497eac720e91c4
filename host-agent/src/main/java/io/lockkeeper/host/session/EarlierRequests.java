package io.lockkeeper.host.session;

import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.host.state.KeptRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the host agent before this one has left of a session. Its process says which of that it goes on with; the rest is ended, as nothing believes in
 * it. Without a word of the process it runs out. On the loop's thread only.
 */
final class EarlierRequests {

    /** A request that is gone on with. */
    record Claimed(KeptRequest request, AcquireLine asked) {}

    private final HostParts parts;
    private final SessionNotes notes;
    private final Hello hello;
    private final Map<Long, KeptRequest> left = new LinkedHashMap<>();

    EarlierRequests(HostParts parts, SessionNotes notes, Hello hello, List<KeptRequest> requests) {
        this.parts = parts;
        this.notes = notes;
        this.hello = hello;
        requests.forEach(each -> left.put(each.id(), each));
        requests.stream()
                .flatMap(each -> read(each).stream())
                .mapToLong(each -> each.asked().ttl())
                .max()
                .ifPresent(longest -> parts.loop().after(longest, left::clear));
    }

    boolean isEmpty() {
        return left.isEmpty();
    }

    Optional<Claimed> claim(long id) {
        return Optional.ofNullable(left.remove(id)).flatMap(this::read);
    }

    /** As {@link #claim}, by the lease's id. */
    Optional<Claimed> claimLease(String lease) {
        return left.keySet().stream()
                .filter(id -> Long.toString(id).equals(lease))
                .findFirst()
                .flatMap(this::claim);
    }

    /** Ends those whose end had begun, and returns the leases among them. */
    List<Claimed> ending() {
        List<KeptRequest> ending = left.values().stream()
                .filter(each -> each.stage() == KeptRequest.Stage.ENDING)
                .toList();
        ending.stream().filter(each -> each.token() == 0).forEach(each -> end(each, false));
        return ending.stream()
                .filter(each -> each.token() > 0)
                .flatMap(each -> claim(each.id()).stream())
                .toList();
    }

    void endAll() {
        List.copyOf(left.values()).forEach(each -> end(each, false));
    }

    /** The process has ended; its last writes are given time to arrive. */
    void endOfDead() {
        List.copyOf(left.values()).forEach(each -> end(each, true));
    }

    private void end(KeptRequest request, boolean settles) {
        left.remove(request.id());
        notes.ending(request.id());
        read(request).ifPresent(claimed -> {
            AcquireLine asked = claimed.asked();
            long settle = settles ? asked.settle() : 0;
            parts.loop().after(settle, () -> parts.succession().remove(asked.request(), request.acquirer()));
            parts.loop().after(settle + asked.ttl(), () -> notes.over(request.id()));
        });
    }

    /** With what is left of its times. */
    private Optional<Claimed> read(KeptRequest request) {
        Map<String, Object> line = new LinkedHashMap<>(request.line());
        long passed = Math.max(0, System.currentTimeMillis() - request.atMillis());
        String running = request.stage() == KeptRequest.Stage.ASKED ? "waitMs" : "maxHoldMs";
        if (line.get(running) instanceof Long time) {
            line.put(running, Math.max(1, time - passed));
        }
        try {
            AcquireLine asked =
                    AcquireLine.in(new Fields(line), hello, parts.settings().agent());
            return Optional.of(new Claimed(request, asked));
        } catch (RequestRefusedException e) { // by a version of other rules: it runs to its expiry
            return Optional.empty();
        }
    }
}
