package io.lockkeeper.console.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.act.audit.Consent;
import io.lockkeeper.console.act.audit.Consent.Decision;
import io.lockkeeper.console.act.consent.ConsentService;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/** The requests that wait for a second person's consent, and that consent. */
@CommonProblems
@KeepsToScope
@Tag(name = "consents-api")
@RestController
@RequestMapping(path = "/api/v1/consents", produces = MediaType.APPLICATION_JSON_VALUE)
class ConsentsApi {

    private final ConsentService consents;
    private final EvictionRate rate;

    ConsentsApi(ConsentService consents, EvictionRate rate) {
        this.consents = consents;
        this.rate = rate;
    }

    /** Requests of which nothing is decided, the newest first. */
    record ConsentsAnswer(List<ApiConsent> requests) {}

    /**
     * A request that needs a second person's consent.
     *
     * @param id of its entry in the audit too
     * @param rule the pattern of names that needs it
     * @param until when the request ends by itself
     * @param decision {@code CONSENTED}, {@code REFUSED}, {@code WITHDRAWN}, {@code EXPIRED} or {@code VOID}; null until it is decided
     * @param outcome what MongoDB answered to what was consented to, as in the audit
     */
    record ApiConsent(
            String id,
            @JsonUnwrapped AuditApi.Target target,
            String by,
            Instant at,
            String reason,
            String rule,
            Instant until,
            @Nullable String decision,
            @Nullable String decidedBy,
            @Nullable String outcome) {

        static ApiConsent of(AuditEntry entry, @Nullable Result result) {
            Consent needed = Objects.requireNonNull(entry.consent());
            Decision made = needed.decision();
            Result known = result == null ? entry.result() : result;
            return new ApiConsent(
                    entry.id(),
                    AuditApi.Target.of(entry),
                    entry.by(),
                    entry.at(),
                    entry.reason(),
                    needed.rule(),
                    needed.until(),
                    made == null ? null : made.kind().name(),
                    made == null ? null : made.by(),
                    known == null ? null : known.outcome().name());
        }
    }

    /**
     * Why a request is refused.
     *
     * @param reason in words; may be left out
     */
    record RefusalBody(@Nullable String reason) {}

    @Operation(
            operationId = "waiting",
            summary = "Lists what waits for a second person's consent",
            description =
                    "Evictions, pauses and take-outs that a four-eyes rule holds back and that are not decided yet.")
    @GetMapping
    ConsentsAnswer waiting() {
        return new ConsentsAnswer(consents.waiting().stream()
                .map(entry -> ApiConsent.of(entry, null))
                .toList());
    }

    @Operation(operationId = "one_1", summary = "Answers one request, whether it is decided or not")
    @MayBeMissing
    @GetMapping("/{id}")
    ApiConsent one(@PathVariable String id) {
        return ApiConsent.of(find(id), null);
    }

    @Operation(
            operationId = "consent",
            summary = "Consents to what another operator asked for, and does it",
            description =
                    "The change applies to the lease that the request named, or to none: outcome says which. For operators, and"
                            + " never for the one who asked; on record before anything is done.")
    @MayBeMissing
    @MayBeRefused
    @PostMapping("/{id}/consent")
    ApiConsent consent(@PathVariable String id, Principal user, HttpServletRequest request) {
        rate.require(user.getName());
        AuditEntry asked = find(id);
        Result result = decided(() -> consents.consent(asked.id(), request.getRemoteAddr()));
        return ApiConsent.of(find(id), result);
    }

    @Operation(
            operationId = "refuse",
            summary = "Refuses what another operator asked for, or takes back what you asked for",
            description = "For operators. On record.")
    @MayBeMissing
    @MayBeRefused
    @PostMapping(path = "/{id}/refusal", consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiConsent refuse(@PathVariable String id, @RequestBody RefusalBody body, HttpServletRequest request) {
        AuditEntry asked = find(id);
        String why = Objects.requireNonNullElse(body.reason(), "");
        return ApiConsent.of(decided(() -> consents.refuse(asked.id(), why, request.getRemoteAddr())), null);
    }

    private AuditEntry find(String id) {
        return consents.find(id).orElseThrow(() -> ProblemException.missing("There is no such request."));
    }

    private static <T> T decided(Supplier<T> decision) {
        try {
            return decision.get();
        } catch (RefusedException e) {
            throw new ProblemException(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
        } catch (DataAccessException e) {
            throw new ProblemException(
                    HttpStatus.SERVICE_UNAVAILABLE, "Nothing was changed, because it could not be recorded.");
        }
    }

    /** The answer to the author of a request: the request's address. */
    static <T> ResponseEntity<T> accepted(String id, HttpServletRequest request) {
        return ResponseEntity.accepted()
                .location(UriComponentsBuilder.fromPath(request.getContextPath())
                        .pathSegment("api", "v1", "consents", id)
                        .build()
                        .toUri())
                .build();
    }
}
