package io.lockkeeper.console.api;

import com.mongodb.MongoException;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.act.eviction.EvictionRequest.Way;
import io.lockkeeper.console.api.LeaseEvictions.Order;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts several leases that the caller has seen, each by its token, one after the other. */
@CommonProblems
@KeepsToScope
@Tag(name = "bulk-evictions-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class BulkEvictionsApi {

    /** The most leases, as on the page. */
    private static final int MOST = 50;

    private final LeaseEvictions evictions;
    private final EvictionRate rate;

    BulkEvictionsApi(LeaseEvictions evictions, EvictionRate rate) {
        this.evictions = evictions;
        this.rate = rate;
    }

    /** A lease, by its token. */
    record LeaseToEvict(@Nullable String lock, @Nullable Long token) {}

    /**
     * The body that requests several evictions.
     *
     * @param reason why, for the holders and the audit
     * @param leases at most 50
     */
    record BulkBody(@Nullable String reason, @Nullable List<@Nullable LeaseToEvict> leases) {}

    /**
     * The outcome of several evictions.
     *
     * @param evicted how many of them are evicted now by this request
     * @param results one for each lease, in the order of the request
     */
    record BulkAnswer(int evicted, List<LeaseResult> results) {}

    /**
     * What came of one of them.
     *
     * @param status what an eviction of only this lease would answer: 200 if it is evicted, 202 if it waits for a second person's
     *     consent, 409 if it was evicted before, 412 if the lock has no such lease any more, 403 and 404 for what is outside your
     *     scope or not there, 429 and 503 if it was not tried, 504 if that is unknown
     * @param id of its entry in the audit, and of the request for consent; null where nothing was asked of the lock
     * @param detail what that means
     */
    record LeaseResult(
            String lock, long token, int status, @Nullable String id, String detail) {}

    @Operation(
            operationId = "evictAll",
            summary = "Evicts (force-releases) several leases",
            description =
                    "Each lease is named by its lock and its token, and is evicted, or not, for itself: look at each"
                            + " result. At most 50; each counts as one eviction of those that you may ask for in a minute."
                            + " Asking again is safe. Once MongoDB does not answer, the rest is not tried. For operators;"
                            + " each is on record before anything is done.")
    @PostMapping(path = "/evictions", consumes = MediaType.APPLICATION_JSON_VALUE)
    BulkAnswer evictAll(@RequestBody BulkBody body, Principal user, HttpServletRequest request) {
        String reason = ProblemException.checked(
                () -> EvictionRequest.checkedReason(Objects.requireNonNullElse(body.reason(), "")));
        List<LeaseResult> results = new ArrayList<>();
        boolean silent = false;
        for (LeaseToEvict lease : leases(body)) {
            String lock = Objects.requireNonNull(lease.lock());
            long token = Objects.requireNonNull(lease.token());
            LeaseResult result = silent
                    ? result(lock, token, 503, "Not tried, since MongoDB did not answer before. Nothing was changed.")
                    : evict(lock, token, reason, user, request);
            silent = result.status() >= 503;
            results.add(result);
        }
        if (!evictions.isAllowed()) { // of leases that are there, that is said and recorded before
            throw new AccessDeniedException("Only an operator may evict.");
        }
        int evicted = (int) results.stream().filter(it -> it.status() == 200).count();
        return new BulkAnswer(evicted, results);
    }

    private static List<LeaseToEvict> leases(BulkBody body) {
        List<@Nullable LeaseToEvict> asked = Objects.requireNonNullElse(body.leases(), List.of());
        if (asked.isEmpty() || asked.size() > MOST) {
            throw ProblemException.badRequest(
                    String.format(Locale.ROOT, "leases has %d entries; give 1 to %d.", asked.size(), MOST));
        }
        List<LeaseToEvict> named = new ArrayList<>();
        for (LeaseToEvict lease : asked) {
            if (lease == null || lease.lock() == null || lease.token() == null) {
                throw ProblemException.badRequest("Each of leases needs its lock and its token. Nothing was changed.");
            }
            named.add(lease);
        }
        return named;
    }

    private LeaseResult evict(String lock, long token, String reason, Principal user, HttpServletRequest request) {
        Duration wait = rate.take(user.getName());
        if (wait.isPositive()) {
            return result(
                    lock,
                    token,
                    429,
                    String.format(
                            Locale.ROOT,
                            "Not tried, since you have asked for too many within a minute. Ask again in %d s.",
                            wait.plusMillis(999).toSeconds()));
        }
        try {
            return result(evictions.evict(
                    LockId.first(lock),
                    IfMatch.token(token),
                    new Order(reason, "", Way.MARK),
                    request.getRemoteAddr()));
        } catch (ProblemException e) {
            return result(lock, token, e);
        } catch (MongoException e) {
            return result(lock, token, 503, MongoTrouble.sentence(e) + " Nothing was changed.");
        } catch (AccessDeniedException e) {
            if (!evictions.isAllowed()) {
                throw e;
            }
            return result(lock, token, 403, String.valueOf(e.getMessage()));
        }
    }

    private LeaseResult result(LeaseEvictions.Made made) {
        String lock = made.asked().lock().name();
        long token = made.asked().seen().token();
        return made.awaitsConsent()
                ? new LeaseResult(
                        lock,
                        token,
                        HttpStatus.ACCEPTED.value(),
                        made.asked().id(),
                        made.result().detail())
                : new LeaseResult(
                        lock,
                        token,
                        HttpStatus.OK.value(),
                        made.asked().id(),
                        made.answer(evictions.quarantine()).meaning());
    }

    private static LeaseResult result(String lock, long token, ProblemException problem) {
        var told = problem.getBody().getProperties();
        Object id = told == null ? null : told.get("id");
        return new LeaseResult(
                lock,
                token,
                problem.getStatusCode().value(),
                id == null ? null : id.toString(),
                String.valueOf(problem.getBody().getDetail()));
    }

    private static LeaseResult result(String lock, long token, int status, String detail) {
        return new LeaseResult(lock, token, status, null, detail);
    }
}
