package io.lockkeeper.console.api;

import io.lockkeeper.console.api.LeaseEvictions.EvictionBody;
import io.lockkeeper.console.api.LeaseEvictions.Made;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Evicts the holder that the caller has seen, by its tag: that one ends or none. */
@CommonProblems
@KeepsToScope
@Tag(name = "evictions-api")
@RestController
@RequestMapping(path = "/api/v1", produces = MediaType.APPLICATION_JSON_VALUE)
class EvictionsApi {

    private final LeaseEvictions evictions;
    private final EvictionRate rate;

    EvictionsApi(LeaseEvictions evictions, EvictionRate rate) {
        this.evictions = evictions;
        this.rate = rate;
    }

    @Operation(
            operationId = "evict",
            summary = "Evicts (force-releases) the holder of a lock",
            description =
                    "If-Match names the holder by the ETag of the lock, or of one of its leases, in quotes. A holder of Lockkeeper's"
                            + " own lock is notified and has the quarantine to stop; another library's ends as its dialect says. Grade C"
                            + " needs confirm, and so does now, which only Lockkeeper's own locks have. For operators, in a source where"
                            + " an administrator has allowed it; on record before anything is done.")
    @MayAwaitConsent
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @MayBeUnconfirmed
    @PostMapping(path = "/locks/{source}/{name}/eviction", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EvictionAnswer> evict(
            @PathVariable String source,
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody EvictionBody body,
            Principal user,
            HttpServletRequest request) {
        rate.require(user.getName());
        String tag =
                IfMatch.required(ifMatch, "the ETag of the lock, or of the lease, whose holder to evict, in quotes");
        Made made = evictions.evict(LockAddress.lock(source, name), tag, body, request.getRemoteAddr());
        return made.awaitsConsent()
                ? ConsentsApi.accepted(made.asked().id(), request)
                : ResponseEntity.ok(evictions.answer(made));
    }
}
