package io.lockkeeper.console.api;

import com.mongodb.MongoException;
import io.lockkeeper.console.act.eviction.EvictionRequest;
import io.lockkeeper.console.api.LeaseEvictions.EvictionBody;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.refusal.RefusedException;
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
import org.springframework.http.MediaType;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts several holders that the caller has seen, each by its ETag, one after the other. */
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

    /**
     * A holder to evict.
     *
     * @param source its id; left out for the console's first collection
     * @param etag as the lock has it, or its lease
     */
    record LeaseToEvict(
            @Nullable String source,
            @Nullable String lock,
            @Nullable String etag) {

        LockId id() {
            return LockId.stored(source, Objects.requireNonNull(lock));
        }
    }

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
            @Nullable String source,
            String lock,
            String etag,
            int status,
            @Nullable String id,
            String detail) {}

    @Operation(
            operationId = "evictAll",
            summary = "Evicts (force-releases) several leases",
            description =
                    "Each lease is named by its lock and its ETag, and is evicted, or not, for itself: look at each"
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
            LeaseResult result = silent
                    ? result(lease, 503, "Not tried, since MongoDB did not answer before. Nothing was changed.")
                    : evict(lease, reason, user, request);
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
            if (lease == null || lease.lock() == null || lease.etag() == null) {
                throw ProblemException.badRequest("Each of leases needs its lock and its etag. Nothing was changed.");
            }
            named.add(lease);
        }
        return named;
    }

    private LeaseResult evict(LeaseToEvict lease, String reason, Principal user, HttpServletRequest request) {
        Duration wait = rate.take(user.getName());
        if (wait.isPositive()) {
            return result(
                    lease,
                    429,
                    "Not tried, since you have asked for too many within a minute. Ask again in %s s."
                            .formatted(wait.plusMillis(999).toSeconds()));
        }
        try {
            return result(
                    lease,
                    evictions.evict(
                            lease.id(),
                            IfMatch.quoted(String.valueOf(lease.etag())),
                            new EvictionBody(reason, false, ""),
                            request.getRemoteAddr()));
        } catch (ProblemException e) {
            return result(lease, e);
        } catch (RefusedException e) {
            return result(lease, 409, String.valueOf(e.getMessage()));
        } catch (MongoException e) {
            return result(lease, 503, MongoTrouble.sentence(e) + " Nothing was changed.");
        } catch (AccessDeniedException e) {
            if (!evictions.isAllowed()) {
                throw e;
            }
            return result(lease, 403, String.valueOf(e.getMessage()));
        }
    }

    private LeaseResult result(LeaseToEvict lease, LeaseEvictions.Made made) {
        String id = made.asked().id();
        return made.awaitsConsent()
                ? result(lease, 202, id, made.result().detail())
                : result(lease, 200, id, evictions.answer(made).meaning());
    }

    private static LeaseResult result(LeaseToEvict lease, ProblemException problem) {
        var told = problem.getBody().getProperties();
        Object id = told == null ? null : told.get("id");
        return result(
                lease,
                problem.getStatusCode().value(),
                id == null ? null : id.toString(),
                String.valueOf(problem.getBody().getDetail()));
    }

    private static LeaseResult result(LeaseToEvict lease, int status, String detail) {
        return result(lease, status, null, detail);
    }

    private static LeaseResult result(LeaseToEvict lease, int status, @Nullable String id, String detail) {
        return new LeaseResult(
                lease.id().storedSource(), lease.id().name(), String.valueOf(lease.etag()), status, id, detail);
    }
}
