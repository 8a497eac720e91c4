package io.lockkeeper.console.api;

import io.lockkeeper.console.face.settings.RetentionSettings;
import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.remember.history.Retention.Limits;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** How long the history is kept: for administrators. */
@CommonProblems
@Tag(name = "retention-api")
@RestController
@RequestMapping(path = "/api/v1/settings/retention", produces = MediaType.APPLICATION_JSON_VALUE)
class RetentionApi {

    private final RetentionSettings settings;

    RetentionApi(RetentionSettings settings) {
        this.settings = settings;
    }

    /**
     * How long the history is kept.
     *
     * @param days how long a record is kept after its end, in whole days
     * @param megabytes how large the history may become
     * @param version what If-Match names, in quotes, to change it; null while the console's environment says it
     * @param changedAt when it was set, or null
     * @param changedBy by whom, or null
     */
    record ApiRetention(
            long days,
            long megabytes,
            @Nullable String version,
            @Nullable Instant changedAt,
            @Nullable String changedBy) {

        static ApiRetention of(Limits limits) {
            LastChange chosen = limits.chosen();
            return new ApiRetention(
                    limits.age().toDays(),
                    limits.size().toMegabytes(),
                    chosen == null ? null : IfMatch.version(chosen.at()),
                    chosen == null ? null : chosen.at(),
                    chosen == null ? null : chosen.by());
        }
    }

    /** How long it should be kept, and how large it may become. */
    record RetentionBody(@Nullable Integer days, @Nullable Long megabytes) {}

    @Operation(
            operationId = "retention",
            summary = "Answers how long the history is kept",
            description = "For administrators.")
    @GetMapping
    ApiRetention retention() {
        return ApiRetention.of(settings.read());
    }

    @Operation(
            operationId = "setRetention",
            summary = "Changes how long the history is kept, and how large it may become",
            description =
                    "All consoles take it within seconds; records that have ended keep the time that they had. Without"
                            + " If-Match it replaces what the environment says; with the version that you have seen, an"
                            + " earlier choice. For administrators; on record.")
    @MayBeRefused
    @NeedsIfMatch
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ApiRetention setRetention(
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody RetentionBody body) {
        Integer days = body.days();
        Long megabytes = body.megabytes();
        if (days == null || megabytes == null) {
            throw ProblemException.badRequest("Give days and megabytes.");
        }
        Instant seen = IfMatch.seen(ifMatch, settings.read().chosen() != null);
        return ApiRetention.of(settings.set(days, megabytes, seen));
    }
}
