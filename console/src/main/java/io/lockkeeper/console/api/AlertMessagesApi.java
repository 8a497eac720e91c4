package io.lockkeeper.console.api;

import io.lockkeeper.console.judge.alerts.Alerts;
import io.lockkeeper.console.judge.alerts.Delivery;
import io.lockkeeper.console.judge.alerts.Overview;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The messages of alerts, as the page lists them: for administrators. */
@CommonProblems
@Tag(name = "alert-messages-api")
@RestController
@RequestMapping(path = "/api/v1/alerts/messages", produces = MediaType.APPLICATION_JSON_VALUE)
class AlertMessagesApi {

    private final Alerts alerts;

    AlertMessagesApi(Alerts alerts) {
        this.alerts = alerts;
    }

    /**
     * The first of each.
     *
     * @param waiting still to be sent, the next first
     * @param dead given up, the latest first
     * @param sent the latest first
     */
    record MessageList(Instant asOf, List<ApiMessage> waiting, List<ApiMessage> dead, List<ApiMessage> sent) {

        static MessageList of(Overview now) {
            return new MessageList(now.asOf(), all(now.waiting()), all(now.dead()), all(now.sent()));
        }

        private static List<ApiMessage> all(List<Delivery> some) {
            return some.stream().map(ApiMessage::of).toList();
        }
    }

    /**
     * A message.
     *
     * @param rule empty for a test
     * @param findings of how many findings it tells
     * @param nextAt when it is sent next
     * @param problem why the last attempt failed, or null
     */
    record ApiMessage(
            String id,
            String rule,
            String target,
            Delivery.Type type,
            int findings,
            Instant createdAt,
            int attempts,
            Instant nextAt,
            @Nullable String problem,
            @Nullable Instant endedAt) {

        static ApiMessage of(Delivery message) {
            return new ApiMessage(
                    message.id(),
                    message.rule(),
                    message.target(),
                    message.type(),
                    message.findings().size() + message.more(),
                    message.createdAt(),
                    message.attempts(),
                    message.nextAt(),
                    message.problem(),
                    message.endedAt());
        }
    }

    @Operation(
            operationId = "messages",
            summary = "Lists the messages of alerts: waiting, given up, sent",
            description = "For administrators.")
    @GetMapping
    MessageList messages() {
        return MessageList.of(alerts.look());
    }

    @Operation(
            operationId = "retry",
            summary = "Sends a message that was given up once more",
            description = "For administrators; on record.")
    @ApiResponse(responseCode = "204", description = "It waits to be sent")
    @MayBeMissing
    @MayBeRefused
    @PostMapping("/{id}/retry")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void retry(@PathVariable String id) {
        alerts.sendAgain(dead(id));
    }

    @Operation(
            operationId = "delete_3",
            summary = "Deletes a message that was given up, without sending it",
            description = "For administrators; on record.")
    @ApiResponse(responseCode = "204", description = "Deleted")
    @MayBeMissing
    @MayBeRefused
    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable String id) {
        alerts.deleteDead(dead(id));
    }

    private Delivery dead(String id) {
        return alerts.look().dead().stream()
                .filter(message -> message.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new ProblemException(HttpStatus.NOT_FOUND, "No message of this id was given up."));
    }
}
