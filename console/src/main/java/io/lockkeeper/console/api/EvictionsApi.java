package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts the lease that the caller has seen, by its token: that one ends or none. */
@CommonProblems
@KeepsToScope
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class EvictionsApi {

    private static final Pattern TOKEN = Pattern.compile("\"(\\d{1,18})\"");

    private final LeaseEvictions evictions;
    private final EvictionRate rate;

    EvictionsApi(LeaseEvictions evictions, EvictionRate rate) {
        this.evictions = evictions;
        this.rate = rate;
    }

    @Operation(
            summary = "Evicts (force-releases) one lease",
            description =
                    "If-Match names the lease by its token, in quotes. Its holder is notified and has the quarantine to stop."
                            + " For operators; on record before anything is done.")
    @MayAwaitConsent
    @MayBeMissing
    @ApiResponse(
            responseCode = "409",
            description = "The lease was evicted before; nothing was changed",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                            schema = @Schema(implementation = ProblemDetail.class)))
    @NeedsIfMatch
    @MayBeUnconfirmed
    @PostMapping(path = "/locks/{name}/eviction", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EvictionAnswer> evict(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody EvictionBody body,
            Principal user,
            HttpServletRequest request) {
        rate.require(user.getName());
        String lock = LockAddress.nameOf(name);
        long token = token(ifMatch);
        check(body, lock);
        LeaseEvictions.Made made = evictions.evict(lock, token, body, request.getRemoteAddr());
        return made.awaitsConsent()
                ? ConsentsApi.accepted(made.asked().id(), request)
                : ResponseEntity.ok(made.answer(evictions.quarantine()));
    }

    private static void check(EvictionBody body, String lock) {
        if (body.isNow() && !lock.equals(body.confirm())) {
            throw ProblemException.badRequest(
                    "With now, confirm must be the lock's name: no holder gets time to stop, and if its process still runs, two will believe that they hold the lock.");
        }
    }

    /** One token and nothing else: whoever holds the lock now is never evicted unseen. */
    private static long token(@Nullable String ifMatch) {
        Matcher token = TOKEN.matcher(
                IfMatch.required(ifMatch, "the token of the lease to evict, in quotes: it is the lock's ETag"));
        if (!token.matches()) {
            throw ProblemException.badRequest("If-Match must be one token in quotes, as in \"1795258911456000\".");
        }
        return Long.parseLong(token.group(1));
    }
}
