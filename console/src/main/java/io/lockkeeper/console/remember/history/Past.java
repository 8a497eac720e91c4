package io.lockkeeper.console.remember.history;

import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.LockView;
import io.lockkeeper.model.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/** Answers who held what, and who waited, at any moment that is recorded. Every call asks MongoDB. */
@Component
public class Past {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final MongoTemplate own;
    private final Digests digests;
    private final Board board;

    Past(MongoTemplate own, Digests digests, Board board) {
        this.own = own;
        this.digests = digests;
        this.board = board;
    }

    /** Of a moment what was held longest first, else what was granted last. */
    public List<LeaseRecord> leases(PastQuestion asked, int most) {
        return own.find(bounded(PastQueries.leases(asked), most), LeaseRecord.class);
    }

    /** The same one by one, to be closed by whoever reads it. */
    public Stream<LeaseRecord> stream(PastQuestion asked, int most) {
        return own.stream(bounded(PastQueries.leases(asked), most), LeaseRecord.class);
    }

    /** How many there are, counted up to {@code most}. */
    public long count(PastQuestion asked, int most) {
        return own.count(bounded(PastQueries.leases(asked), most), LeaseRecord.class);
    }

    /**
     * What was only counted, lock by lock: in the time asked for, or in the minute of the moment. Of services, hosts and operators
     * nothing was counted.
     */
    public List<DigestSum> counted(PastQuestion asked, int most) {
        return digests.sums(asked, most);
    }

    /** Waiters that operators took out of queues in the period, the latest first; none for a query about a moment. */
    public List<WaitRecord> takenOut(PastQuestion asked, int most) {
        Duration window = asked.window();
        return window == null
                ? List.of()
                : own.find(bounded(PastQueries.takenOut(asked, window), most), WaitRecord.class);
    }

    /** Who waited at the moment asked for, in no order: whether granted since, gone without a grant, or waiting still. */
    public List<WaitThen> waiting(PastQuestion asked, int most) {
        List<WaitThen> found = new ArrayList<>();
        own.find(bounded(PastQueries.grantedSince(asked), most), LeaseRecord.class)
                .forEach(lease -> found.add(new WaitThen(
                        lease.key().lock(), name(lease), lease.askedAt() == null ? asked.moment() : lease.askedAt())));
        own.find(bounded(PastQueries.leftSince(asked), most), WaitRecord.class)
                .forEach(wait ->
                        found.add(new WaitThen(wait.lock(), wait.waiter().name(), wait.since())));
        board.live().forEach(lock -> waitingStill(lock, asked, found));
        return found.size() > most ? found.subList(0, most) : found;
    }

    private static Query bounded(Query query, int most) {
        return query.limit(most).maxTime(LIMIT);
    }

    private static String name(LeaseRecord lease) {
        return lease.holder() == null ? "unknown" : lease.holder().name();
    }

    private static void waitingStill(LockView lock, PastQuestion asked, List<WaitThen> found) {
        boolean another = !asked.lock().isEmpty() && !asked.lock().equals(lock.name());
        if (another || !asked.scope().sees(lock.name())) {
            return;
        }
        for (Waiter waiter : lock.queue()) {
            Party who = Party.of(waiter.owner());
            if (!waiter.since().isAfter(asked.moment())) {
                found.add(new WaitThen(lock.name(), who.name(), waiter.since()));
            }
        }
    }
}
