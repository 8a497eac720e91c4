package io.lockkeeper.console.act.audit;

import static org.springframework.data.mongodb.core.query.Criteria.where;

import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.LateDeed;
import io.lockkeeper.console.act.audit.AuditEntry.Outcome;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.model.LateAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.data.annotation.Id;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.query.Criteria;
import org.springframework.data.mongodb.core.query.Query;
import org.springframework.stereotype.Component;

/**
 * The audit records, in a collection that is only ever added to: one document for what was asked, written and
 * acknowledged by a majority before anything is done, one for what a second person decided where that is needed, one for
 * what MongoDB answered, one for how the lease ended, and one for each kind of thing that its holder attempted afterwards.
 *
 * <pre>{@code
 * { _id: "9c2f..",         at, by, ip, action: "EVICT", source?, lock, acquirer, token, holder, reason, consent? }   Intent
 * { _id: "9c2f../decision", at, by, ip, decision: "CONSENTED", words }                              Decided
 * { _id: "9c2f../result",  at, outcome: "MARKED", detail, error }                                   Answered
 * { _id: "9c2f../end",     at, end: "STOPPED", afterMillis }                                        Ended
 * { _id: "9c2f../late/RENEW", at, late: "RENEW", afterMillis }                                      Late
 * }</pre>
 *
 * <p>Two indexes beside {@code _id}: {@code lockkeeper_audit_newest}, read by the audit page and where unfinished entries are looked for, and
 * {@code lockkeeper_audit_lock}, read for what was done to one lock.
 */
@Component
public class AuditLog {

    private static final List<LateAttempt.Kind> KINDS = List.of(LateAttempt.Kind.values());
    private static final int EVICTIONS_OF_A_LEASE = 10;
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Sort NEWEST_FIRST = Sort.by(Sort.Order.desc("at"), Sort.Order.desc("id"));

    private final OwnRecords records;
    private final MongoTemplate store;

    /** The console's client reads and writes with a majority, with a time limit. */
    AuditLog(OwnRecords records, MongoTemplate store) {
        this.records = records;
        this.store = store;
    }

    /** Records what is about to be done. If this throws, it must not be done. */
    public void intend(AuditEntry entry) {
        store.insert(AuditIntent.of(entry));
    }

    /** Records the decision on a request, unless there is one already. Returns whether this decision is the one recorded. */
    public boolean decide(AuditEntry entry, Consent.Decision decision) {
        return insertOnce(() -> store.insert(AuditDecision.of(entry.id(), decision)));
    }

    public Optional<AuditEntry> find(String id) {
        return entries(where("_id").is(id).and("action").exists(true), 0, 1).stream()
                .findFirst();
    }

    /** Undecided requests, the newest first, including those whose time is over. */
    public List<AuditEntry> undecided(Instant now, int limit) {
        Criteria asked = where("at").gte(now.minus(Consent.LONGEST.multipliedBy(2)));
        return entries(asked.and("consent").exists(true), 0, limit).stream()
                .filter(entry -> entry.consent() != null && entry.consent().decision() == null)
                .toList();
    }

    /** Records what MongoDB answered, unless that is recorded already. */
    public void conclude(AuditEntry entry, Result result) {
        insertOnce(() -> store.insert(AuditResult.of(entry, result)));
    }

    /** Records how the lease ended. If another console was first, its record stays. Returns the entry as recorded. */
    public End end(AuditEntry entry, End end) {
        if (insertOnce(() -> store.insert(AuditEnd.of(entry, end)))) {
            return end;
        }
        AuditEnd first = store.findById(AuditEnd.id(entry.id()), AuditEnd.class);
        return first == null ? end : first.toEnd();
    }

    /** Records what a holder attempted, with the evictions of its lease. */
    void late(LateAttempt attempt) {
        Criteria ofLease = where("action")
                .exists(true)
                .and("lock")
                .is(attempt.lease().lock())
                .and("acquirer")
                .is(attempt.lease().acquirer())
                .and("token")
                .is(attempt.lease().token())
                .and("at")
                .lte(attempt.last());
        entries(ofLease, 0, EVICTIONS_OF_A_LEASE).stream()
                .filter(AuditLog::mayHaveEnded)
                .forEach(entry -> insertOnce(() -> store.insert(AuditLateAttempt.of(entry, attempt))));
    }

    private static boolean mayHaveEnded(AuditEntry entry) {
        Result result = entry.result();
        return entry.isToBeDone()
                && (result == null
                        || result.outcome() == Outcome.MARKED
                        || result.outcome() == Outcome.ENDED
                        || result.outcome() == Outcome.NOT_CONFIRMED);
    }

    private static boolean insertOnce(Runnable insert) {
        try {
            insert.run();
            return true;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** Entries, the newest first, whose lock and user contain the texts given, of the days given. */
    public List<AuditEntry> page(AuditQuery query, int offset, int limit) {
        return page(query, Instant.ofEpochMilli(Long.MAX_VALUE), offset, limit);
    }

    /** A page of those that were requested at an instant or before. */
    List<AuditEntry> page(AuditQuery query, Instant until, int offset, int limit) {
        return entries(AuditCriteria.of(query, until), offset, limit);
    }

    /** The changes of one lock, the newest first. */
    public List<AuditEntry> of(LockId lock, int limit) {
        Criteria done = where("action").exists(true).and("lock").is(lock.name());
        return entries(done.and("source").is(lock.storedSource()), 0, limit);
    }

    /** The evictions since an instant, the newest first. */
    List<AuditEntry> evictions(Instant since, int limit) {
        return entries(AuditCriteria.evictionsBegun(since), 0, limit);
    }

    /** The evictions within the scope that were asked for from an instant on, before another; the newest first. */
    public List<AuditEntry> evictions(LockScope scope, Instant from, Instant until, int limit) {
        return entries(AuditCriteria.evictions(scope, from, until), 0, limit);
    }

    private List<AuditEntry> entries(Criteria asked, int offset, int limit) {
        Query query =
                Query.query(asked).with(NEWEST_FIRST).skip(offset).limit(limit).maxTime(LIMIT);
        List<AuditIntent> found = records.find(query, AuditIntent.class);
        Map<String, AuditResult> answered =
                byId(among(ids(found, AuditResult::id), AuditResult.class), AuditResult::id);
        Map<String, AuditEnd> ended = byId(among(ids(found, AuditEnd::id), AuditEnd.class), AuditEnd::id);
        Map<String, AuditLateAttempt> late = byId(among(lateIds(found), AuditLateAttempt.class), AuditLateAttempt::id);
        Map<String, AuditDecision> decided = byId(among(requests(found), AuditDecision.class), AuditDecision::id);
        return found.stream()
                .map(each -> each.entry(
                        answered.get(AuditResult.id(each.id())),
                        ended.get(AuditEnd.id(each.id())),
                        deeds(each, late),
                        decided.get(AuditDecision.id(each.id()))))
                .toList();
    }

    private <T> List<T> among(List<String> ids, Class<T> type) {
        return records.find(Query.query(where("_id").in(ids)).maxTime(LIMIT), type);
    }

    private static List<String> requests(List<AuditIntent> intents) {
        return intents.stream()
                .filter(intent -> intent.consent() != null)
                .map(intent -> AuditDecision.id(intent.id()))
                .toList();
    }

    private static List<String> lateIds(List<AuditIntent> intents) {
        return intents.stream()
                .flatMap(intent -> KINDS.stream().map(kind -> AuditLateAttempt.id(intent.id(), kind)))
                .toList();
    }

    private static List<AuditEntry.LateDeed> deeds(AuditIntent intent, Map<String, AuditLateAttempt> late) {
        return KINDS.stream()
                .flatMap(kind -> Stream.ofNullable(late.get(AuditLateAttempt.id(intent.id(), kind))))
                .map(AuditLateAttempt::deed)
                .toList();
    }

    private static List<String> ids(List<AuditIntent> intents, Function<String, String> of) {
        return intents.stream().map(AuditIntent::id).map(of).toList();
    }

    private static <T> Map<String, T> byId(List<T> found, Function<T, String> id) {
        return found.stream().collect(Collectors.toMap(id, Function.identity()));
    }

    /** A stored attempt of an evicted holder. There is one at most for an entry and a kind: the first. */
    @Document(AuditEntry.COLLECTION)
    record AuditLateAttempt(@Id String id, Instant at, LateAttempt.Kind late, long afterMillis) {

        static AuditLateAttempt of(AuditEntry entry, LateAttempt attempt) {
            Duration after = Duration.between(entry.at(), attempt.first());
            return new AuditLateAttempt(
                    id(entry.id(), attempt.kind()), attempt.first(), attempt.kind(), Math.max(0, after.toMillis()));
        }

        static String id(String entryId, LateAttempt.Kind kind) {
            return entryId + "/late/" + kind;
        }

        /** The late attempt as the log shows it. */
        LateDeed deed() {
            return new LateDeed(at, late, Duration.ofMillis(afterMillis));
        }
    }
}
