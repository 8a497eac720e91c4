package io.lockkeeper.agent.batching;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** The calls that wait for a call with their key to go along with. */
final class Companions<C, A> {

    private final Function<C, Object> key;
    private final Queue<PendingCall<C, A>> waiting = new ConcurrentLinkedQueue<>();

    Companions(Function<C, Object> key) {
        this.key = key;
    }

    void add(PendingCall<C, A> call) {
        waiting.add(call);
    }

    boolean remove(PendingCall<C, A> call) {
        return waiting.remove(call);
    }

    /** Whether some would go along with this call. */
    boolean goWith(C call) {
        return !waiting.isEmpty() && suffice(of(key.apply(call)));
    }

    /** Takes those along, as far as there is room, of which enough have come, or with whom one is sent that waited like them. */
    void join(List<PendingCall<C, A>> boarded, int most, long now) {
        if (!waiting.isEmpty()) {
            for (Object each : boarded.stream()
                    .map(call -> key.apply(call.call()))
                    .distinct()
                    .toList()) {
                List<PendingCall<C, A>> company = of(each);
                if (suffice(company) || boarded.stream().anyMatch(call -> waitedFor(each, call))) {
                    company.stream().limit(most - boarded.size()).forEach(call -> join(call, boarded, now));
                }
            }
        }
    }

    private boolean waitedFor(Object asked, PendingCall<C, A> call) {
        return !call.company().isNone() && key.apply(call.call()).equals(asked);
    }

    private void join(PendingCall<C, A> call, Collection<PendingCall<C, A>> boarded, long now) {
        if (waiting.remove(call) && call.board(now)) {
            boarded.add(call);
        }
    }

    private List<PendingCall<C, A>> of(Object asked) {
        List<PendingCall<C, A>> company = new ArrayList<>();
        for (PendingCall<C, A> call : waiting) {
            if (call.isWaiting() && key.apply(call.call()).equals(asked)) {
                company.add(call);
            }
        }
        return company;
    }

    private static boolean suffice(List<? extends PendingCall<?, ?>> company) {
        return !company.isEmpty()
                && company.size() >= company.getFirst().company().size().getAsInt();
    }
}
