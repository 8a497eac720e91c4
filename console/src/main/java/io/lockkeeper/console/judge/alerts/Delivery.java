package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.judge.findings.Finding;
import io.lockkeeper.console.judge.findings.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A message in the outbox.
 *
 * @param id the same for every attempt, so that a receiver recognizes a duplicate
 * @param rule the rule that sends it
 * @param target the target that it goes to
 * @param type what it says of the findings
 * @param findings the findings that it lists
 * @param more how many further findings it only counts
 * @param answers the messages that reported these findings first; null for none
 * @param createdAt when it was written
 * @param state whether it is still to be sent
 * @param attempts how many attempts were begun
 * @param posted how many of the events that it is for its receiver have arrived; 0 where it is a single one
 * @param nextAt when the next attempt is due
 * @param problem why the last attempt failed, or null
 * @param endedAt when it was sent, or given up; null before
 * @param purgeAt when the server deletes it; null while it waits
 */
@Document("alert_deliveries")
@CompoundIndex(name = "lockkeeper_alert_deliveries_due", def = "{ state: 1, nextAt: 1 }")
@CompoundIndex(name = "lockkeeper_alert_deliveries_ended", def = "{ state: 1, endedAt: -1 }")
public record Delivery(
        @Id String id,
        String rule,
        String target,
        Type type,
        List<Reported> findings,
        int more,
        @Nullable List<String> answers,
        Instant createdAt,
        State state,
        int attempts,
        int posted,
        Instant nextAt,
        @Nullable String problem,
        @Nullable Instant endedAt,

        @Indexed(name = "lockkeeper_alert_deliveries_expiry", expireAfter = "0s") @Nullable
        Instant purgeAt) {

    public Delivery {
        if (attempts < 0 || posted < 0 || attempts >= Integer.MAX_VALUE || more < 0) {
            throw new IllegalArgumentException("A number of a message is out of its bounds");
        }
        if (findings.isEmpty() && type != Type.TEST) {
            throw new IllegalArgumentException("A message without a finding says nothing");
        }
    }

    /** The most findings that a message lists; the page has the rest. */
    private static final int LISTED = 50;
    /** The most characters, so that they fit a line of a mail's header. */
    private static final int ANSWERED = 10;

    public enum Type {
        FIRING,
        TAKEN,
        RESOLVED,
        TEST
    }

    public enum State {
        WAITING,
        SENT,
        DEAD
    }

    static Delivery of(String id, Route route, Type type, List<Reported> findings, Instant now) {
        return of(id, route.rule().name(), route.target(), type, findings, null, now);
    }

    /** About findings that the rule has reported to the target before. */
    static Delivery about(List<Episode> told, String id, Route route, Type type, Instant now) {
        List<Reported> findings = told.stream().map(Episode::reported).toList();
        List<String> answers =
                told.stream().map(Episode::delivery).distinct().limit(ANSWERED).toList();
        return of(id, route.rule().name(), route.target(), type, findings, answers, now);
    }

    static Delivery test(String id, AlertTarget target, Instant now) {
        return of(id, "", target.name(), Type.TEST, List.of(), null, now);
    }

    /** As one is that reports a finding, for people to look at. */
    static Delivery example(AlertTarget target, Instant now) {
        String evidence =
                "import-1 has held it for 25 min. Its thread has stood in HangingImport.importProducts:42 for 24 min; 3 wait.";
        Finding hanging = new Finding("example", Kind.HANGING, "import:products", evidence, now, now, null);
        return of("example", "", target.name(), Type.FIRING, List.of(Reported.of(hanging)), null, now);
    }

    private static Delivery of(
            String id,
            String rule,
            String target,
            Type type,
            List<Reported> findings,
            @Nullable List<String> answers,
            Instant now) {
        List<Reported> listed = findings.stream().limit(LISTED).toList();
        int more = findings.size() - listed.size();
        return new Delivery(
                id, rule, target, type, listed, more, answers, now, State.WAITING, 0, 0, now, null, null, null);
    }

    /** The messages that reported these findings first. */
    List<String> answered() {
        return Objects.requireNonNullElse(answers, List.of());
    }
}
