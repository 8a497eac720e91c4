package io.lockkeeper.console.alerts;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.alerts.Delivery.State;
import io.lockkeeper.console.findings.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The messages that are to be sent. A message is written in one transaction with what it tells, so that neither a killed console
 * nor a second one makes two of it or none. It is taken out by counting the attempt: one whose console was killed in between is
 * sent again later, under the same id.
 */
@Component
class Outbox {

    /** Longer than any delivery takes. */
    private static final Duration CLAIM = Duration.ofMinutes(2);

    private static final Duration KEPT = Duration.ofDays(7);
    private static final Duration DEAD_KEPT = Duration.ofDays(30);

    private final MongoTemplate template;
    private final TransactionTemplate transactions;
    private final Deliveries deliveries;
    private final Episodes episodes;
    private final Backoff backoff;

    Outbox(
            MongoTemplate template,
            TransactionTemplate transactions,
            Deliveries deliveries,
            Episodes episodes,
            Backoff backoff) {
        this.template = template;
        this.transactions = transactions;
        this.deliveries = deliveries;
        this.episodes = episodes;
        this.backoff = backoff;
    }

    /** Writes one message about all the findings, none of which its rule has told of. */
    void announce(AlertRule rule, List<Finding> findings, Instant now) {
        String id = UUID.randomUUID().toString();
        List<Episode> told =
                findings.stream().map(finding -> Episode.of(rule, finding, id)).toList();
        List<Reported> reported = told.stream().map(Episode::reported).toList();
        transactions.executeWithoutResult(status -> {
            template.insertAll(told);
            deliveries.insert(Delivery.of(id, rule, Delivery.Type.FIRING, reported, now));
        });
    }

    /**
     * Ends what is over: with one message about what the target has heard of, without a word about what it never will. What is
     * still on its way stays until it has arrived.
     */
    void end(AlertRule rule, List<Episode> over, Instant now) {
        List<Episode> ended = over.stream()
                .filter(episode ->
                        episode.delivered() || !deliveries.existsByIdAndState(episode.delivery(), State.WAITING))
                .toList();
        List<Reported> heardOf =
                ended.stream().filter(Episode::delivered).map(Episode::reported).toList();
        transactions.executeWithoutResult(status -> {
            long removed = episodes.deleteByIdIn(ended.stream().map(Episode::id).toList());
            if (removed != ended.size()) {
                status.setRollbackOnly(); // another console was faster; the next round sees what is left
            } else if (rule.sendsResolved() && !heardOf.isEmpty()) {
                String id = UUID.randomUUID().toString();
                deliveries.insert(Delivery.of(id, rule, Delivery.Type.RESOLVED, heardOf, now));
            }
        });
    }

    void drop(List<Episode> unneeded) {
        if (!unneeded.isEmpty()) {
            episodes.deleteByIdIn(unneeded.stream().map(Episode::id).toList());
        }
    }

    /** Takes the message that has been due for the longest, for none of the targets given. */
    Optional<Delivery> claim(Collection<String> busyTargets, Instant now) {
        Query due = query(where("state")
                        .is(State.WAITING)
                        .and("nextAt")
                        .lte(now)
                        .and("target")
                        .nin(busyTargets))
                .with(Sort.by("nextAt"));
        return Optional.ofNullable(template.findAndModify(
                due,
                new Update().inc("attempts", 1).set("nextAt", now.plus(CLAIM)),
                FindAndModifyOptions.options().returnNew(true),
                Delivery.class));
    }

    /** The message has arrived. */
    void sent(Delivery delivery, Instant now) {
        Update done = new Update().set("state", State.SENT).set("endedAt", now).set("purgeAt", now.plus(KEPT));
        transactions.executeWithoutResult(status -> {
            template.updateFirst(mine(delivery), done.unset("problem"), Delivery.class);
            template.updateMulti(
                    query(where("delivery").is(delivery.id())), new Update().set("delivered", true), Episode.class);
        });
    }

    /** It has not, or may not have: it is sent again later, or given up. Answers whether it was given up. */
    boolean failed(Delivery delivery, String problem, Instant now) {
        Optional<Duration> pause = backoff.after(delivery.attempts());
        Update update = new Update().set("problem", problem);
        pause.ifPresentOrElse(
                it -> update.set("nextAt", now.plus(it)),
                () -> update.set("state", State.DEAD).set("endedAt", now).set("purgeAt", now.plus(DEAD_KEPT)));
        template.updateFirst(mine(delivery), update, Delivery.class);
        return pause.isEmpty();
    }

    /** Sends what was given up once more; answers whether it was still there. */
    boolean again(String id, Instant now) {
        Update anew =
                new Update().set("state", State.WAITING).set("attempts", 0).set("nextAt", now);
        return template.updateFirst(
                                query(where("_id").is(id).and("state").is(State.DEAD)),
                                anew.unset("endedAt").unset("purgeAt"),
                                Delivery.class)
                        .getModifiedCount()
                == 1;
    }

    /** As it was claimed: whoever claimed it since does with it as they find. */
    private static Query mine(Delivery delivery) {
        return query(where("_id")
                .is(delivery.id())
                .and("state")
                .is(State.WAITING)
                .and("attempts")
                .is(delivery.attempts()));
    }
}
