package io.lockkeeper.console.api;

import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.judge.alerts.AlertTarget;
import io.lockkeeper.console.judge.alerts.AlertTarget.Channel;
import io.lockkeeper.console.judge.alerts.Alerts;
import io.lockkeeper.console.judge.alerts.WebhookFormat;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Whom alerts are sent to: for administrators. A webhook's address and key are never answered again. */
@CommonProblems
@Tag(name = "alert-targets-api")
@RestController
@RequestMapping(path = "/api/v1/alerts/targets", produces = MediaType.APPLICATION_JSON_VALUE)
class AlertTargetsApi {

    private final Alerts alerts;

    AlertTargetsApi(Alerts alerts) {
        this.alerts = alerts;
    }

    /** All targets, by name. */
    record TargetList(List<ApiTarget> targets) {}

    /**
     * A target.
     *
     * @param path the name as it stands in a path
     * @param version what If-Match names, in quotes, to change or delete it
     * @param format what the receiver of a webhook understands; null for e-mail
     * @param address a webhook's host, or the recipients of e-mail with commas between
     */
    record ApiTarget(
            String name,
            String path,
            String version,
            Channel channel,
            @Nullable WebhookFormat format,
            String address,
            Instant changedAt,
            String changedBy) {

        static ApiTarget of(AlertTarget target) {
            return new ApiTarget(
                    target.name(),
                    LockAddress.of(target.name()),
                    IfMatch.version(target.changedAt()),
                    target.channel(),
                    target.channel() == Channel.MAIL ? null : target.webhookFormat(),
                    target.address(),
                    target.changedAt(),
                    target.changedBy());
        }
    }

    /**
     * A target as it should be: a webhook by its address, or recipients of e-mail with commas between.
     *
     * @param url of a webhook
     * @param format what its receiver understands; LOCKKEEPER if left out
     * @param routingKey PagerDuty's integration key; for others left out
     * @param recipients of e-mail
     */
    record TargetBody(
            @Nullable String url,
            @Nullable WebhookFormat format,
            @Nullable String routingKey,
            @Nullable String recipients) {}

    /**
     * A target that was saved.
     *
     * @param signingKey with which the receiver of a webhook checks its signatures, new with each address: answered this once;
     *     null for e-mail, and for receivers that check none
     */
    record SavedTarget(ApiTarget target, @Nullable String signingKey) {}

    /** The outcome of a test, in a sentence. */
    record TestAnswer(String outcome) {}

    @Operation(
            operationId = "targets",
            summary = "Lists the targets of alerts",
            description = "Without a webhook's path and key. For administrators.")
    @GetMapping
    TargetList targets() {
        return new TargetList(
                alerts.look().targets().stream().map(ApiTarget::of).toList());
    }

    @Operation(
            operationId = "save_1",
            summary = "Adds a target, or changes the address of the target with this name",
            description =
                    "Give url or recipients. Without If-Match it is added; with the version of the target that you have seen, that one is"
                            + " changed. For administrators; on record.")
    @MayBeRefused
    @NeedsIfMatch
    @PutMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    SavedTarget save(
            @PathVariable String name,
            @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch,
            @RequestBody TargetBody body) {
        String wanted = LockAddress.nameOf(name).strip();
        Instant seen = IfMatch.seen(ifMatch, find(wanted).isPresent());
        String url = body.url();
        String recipients = body.recipients();
        String key = null;
        if (url != null && recipients == null) {
            key = saveWebhook(wanted, url, body, seen);
        } else if (recipients != null && url == null) {
            alerts.targets().saveMail(wanted, recipients, seen);
        } else {
            throw ProblemException.badRequest("Give either url, of a webhook, or recipients, of e-mail.");
        }
        return new SavedTarget(require(wanted), key);
    }

    private @Nullable String saveWebhook(String name, String url, TargetBody body, @Nullable Instant seen) {
        WebhookFormat format = Objects.requireNonNullElse(body.format(), WebhookFormat.LOCKKEEPER);
        return alerts.targets()
                .saveWebhook(name, url, format, Objects.requireNonNullElse(body.routingKey(), ""), seen)
                .orElse(null);
    }

    @Operation(
            operationId = "delete_1",
            summary = "Deletes a target",
            description = "Refused while a rule uses the target. For administrators; on record.")
    @ApiResponse(responseCode = "204", description = "Deleted")
    @MayBeMissing
    @MayBeRefused
    @NeedsIfMatch
    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(
            @PathVariable String name, @RequestHeader(name = "If-Match", required = false) @Nullable String ifMatch) {
        alerts.deleteTarget(require(LockAddress.nameOf(name)).name(), IfMatch.seen(ifMatch));
    }

    @Operation(
            operationId = "test",
            summary = "Sends a test message now, and answers the result",
            description = "For administrators; on record.")
    @MayBeMissing
    @MayBeRefused
    @PostMapping("/{name}/test")
    TestAnswer test(@PathVariable String name) {
        return new TestAnswer(
                alerts.targets().test(require(LockAddress.nameOf(name)).name()).outcome());
    }

    private ApiTarget require(String name) {
        return find(name)
                .map(ApiTarget::of)
                .orElseThrow(() -> ProblemException.missing("There is no target of this name."));
    }

    private Optional<AlertTarget> find(String name) {
        return alerts.look().targets().stream()
                .filter(target -> target.name().equals(name))
                .findFirst();
    }
}
