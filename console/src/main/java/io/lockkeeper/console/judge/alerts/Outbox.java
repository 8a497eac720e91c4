package io.lockkeeper.console.judge.alerts;

import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.alerts.Delivery.State;
import io.lockkeeper.console.judge.findings.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.data.mongodb.core.query.Update;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The messages to be sent. A message is written in one transaction with the episodes that it reports, so that neither a crash nor
 * a second console duplicates or loses it. Claiming a message counts an attempt; if the console is killed before it finishes, the
 * message is sent again later, under the same id.
 */
@Component
class Outbox {

    /** Longer than any delivery takes. */
    private static final Duration CLAIM = Duration.ofMinutes(2);

    private static final Duration KEPT = Duration.ofDays(7);
    private static final Duration DEAD_KEPT = Duration.ofDays(30);

    private final MongoTemplate template;
    private final OwnRecords records;
    private final TransactionTemplate transactions;
    private final AlertRules rules;
    private final Deliveries deliveries;
    private final Episodes episodes;
    private final Backoff backoff;

    Outbox(
            MongoTemplate template,
            OwnRecords records,
            TransactionTemplate transactions,
            AlertRules rules,
            Deliveries deliveries,
            Episodes episodes,
            Backoff backoff) {
        this.template = template;
        this.records = records;
        this.transactions = transactions;
        this.rules = rules;
        this.deliveries = deliveries;
        this.episodes = episodes;
        this.backoff = backoff;
    }

    /** Writes one message about all these findings, none of which the rule has reported to the target yet. */
    void announce(Route route, List<Finding> findings, Instant now) {
        String id = UUID.randomUUID().toString();
        List<Episode> told =
                findings.stream().map(finding -> Episode.of(route, finding, id)).toList();
        List<Reported> reported = told.stream().map(Episode::reported).toList();
        transactions.executeWithoutResult(status -> {
            removeUnreadable(told);
            template.insertAll(told);
            deliveries.insert(Delivery.of(id, route, Delivery.Type.FIRING, reported, now));
        });
    }

    /** Removes unreadable episodes, which would keep all of the rule's findings from being reported. */
    private void removeUnreadable(List<Episode> inTheWay) {
        Query there = query(where("_id").in(inTheWay.stream().map(Episode::id).toList()));
        List<Object> unreadable =
                template.find(there, Document.class, template.getCollectionName(Episode.class)).stream()
                        .filter(stored -> records.read(stored, Episode.class).isEmpty())
                        .map(stored -> stored.get("_id"))
                        .toList();
        if (!unreadable.isEmpty()) {
            template.remove(query(where("_id").in(unreadable)), Episode.class);
        }
    }

    /** Writes one message that these findings are being worked on. It is undone if another console has meanwhile sent or ended one. */
    void tellTaken(Route route, List<Episode> taken, Instant now) {
        String id = UUID.randomUUID().toString();
        transactions.executeWithoutResult(status -> {
            for (Episode episode : taken) {
                String operator = episode.reported().onIt();
                Query untold =
                        query(where("_id").is(episode.id()).and("reported.onIt").ne(operator));
                if (template.updateFirst(untold, new Update().set("reported.onIt", operator), Episode.class)
                                .getModifiedCount()
                        != 1) {
                    status.setRollbackOnly();
                    return;
                }
            }
            deliveries.insert(Delivery.about(taken, id, route, Delivery.Type.TAKEN, now));
        });
    }

    /**
     * Ends resolved episodes. One message reports those that the target knows of; those it never heard of end silently, and those
     * whose message is still on its way stay until it has arrived.
     */
    void end(Route route, List<Episode> over, Instant now) {
        List<Episode> ended = over.stream()
                .filter(episode ->
                        episode.delivered() || !deliveries.existsByIdAndState(episode.delivery(), State.WAITING))
                .toList();
        List<Episode> heardOf = ended.stream().filter(Episode::delivered).toList();
        transactions.executeWithoutResult(status -> {
            long removed = episodes.deleteByIdIn(ended.stream().map(Episode::id).toList());
            if (removed != ended.size()) {
                status.setRollbackOnly(); // another console was faster; the next round sees what is left
            } else if (route.rule().sendsResolved() && !heardOf.isEmpty()) {
                String id = UUID.randomUUID().toString();
                deliveries.insert(Delivery.about(heardOf, id, route, Delivery.Type.RESOLVED, now));
            }
        });
    }

    /**
     * Those of a rule that is there and cannot be read stay: it reported them, and does not once it is repaired.
     *
     * @param known the rules that can be read
     */
    void drop(List<Episode> unneeded, List<AlertRule> known) {
        Set<String> read = known.stream().map(AlertRule::name).collect(Collectors.toSet());
        Set<String> gone = unneeded.stream()
                .map(Episode::rule)
                .distinct()
                .filter(rule -> read.contains(rule) || !rules.existsById(rule))
                .collect(Collectors.toSet());
        List<Episode> over = unneeded.stream()
                .filter(episode -> gone.contains(episode.rule()))
                .toList();
        if (!over.isEmpty()) {
            episodes.deleteByIdIn(over.stream().map(Episode::id).toList());
        }
    }

    /** Claims the message that has been due longest, skipping the given targets and messages that cannot be read. */
    Optional<Delivery> claim(Collection<String> busyTargets, Instant now) {
        Query due = query(where("state")
                        .is(State.WAITING)
                        .and("nextAt")
                        .lte(now)
                        .and("target")
                        .nin(busyTargets))
                .with(Sort.by("nextAt"));
        try (Stream<Delivery> waiting = records.stream(due, Delivery.class)) {
            return waiting.flatMap(each -> claim(each, now).stream()).findFirst();
        }
    }

    /** The readable messages in this state: waiting ones by when they are due, ended ones with the latest first. */
    List<Delivery> list(State state, int most) {
        Sort order = state == State.WAITING ? Sort.by("nextAt") : Sort.by(Sort.Direction.DESC, "endedAt");
        return records.find(query(where("state").is(state)).with(order).limit(most), Delivery.class);
    }

    /** Claims a message, which then is not due for a while; empty if another console was faster. */
    private Optional<Delivery> claim(Delivery due, Instant now) {
        return Optional.ofNullable(template.findAndModify(
                mine(due),
                new Update().set("attempts", due.attempts() + 1).set("nextAt", now.plus(CLAIM)),
                FindAndModifyOptions.options().returnNew(true),
                Delivery.class));
    }

    /** Deletes a message that was given up. */
    void deleteDead(String id) {
        deliveries.deleteByIdAndState(id, State.DEAD);
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

    /** The message has not arrived, or may not have. It is sent again later or given up; returns whether it was given up. */
    boolean failed(Delivery delivery, UndeliveredException problem, Instant now) {
        Optional<Duration> pause = backoff.after(delivery.attempts(), problem.pause());
        Update update = new Update()
                .set("problem", problem.getMessage())
                .set("posted", Math.max(delivery.posted(), problem.posted()));
        pause.ifPresentOrElse(
                it -> update.set("nextAt", now.plus(it)),
                () -> update.set("state", State.DEAD).set("endedAt", now).set("purgeAt", now.plus(DEAD_KEPT)));
        template.updateFirst(mine(delivery), update, Delivery.class);
        return pause.isEmpty();
    }

    /** Sends a message that was given up once more; returns whether it was still there. */
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

    /** Matches the message only while this claim is the latest: a later claimant decides for itself. */
    private static Query mine(Delivery delivery) {
        return query(where("_id")
                .is(delivery.id())
                .and("state")
                .is(State.WAITING)
                .and("attempts")
                .is(delivery.attempts()));
    }
}
