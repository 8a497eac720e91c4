package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.alerts.AlertTarget.Channel;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import java.net.URI;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/** Where alerts are sent. The caller's role is checked here, for every page and the API. */
@Service
public class Targets {

    private static final int LONGEST_URL = 2_000;

    private final AlertTargets stored;
    private final OwnRecords records;
    private final SecretsKey key;
    private final AllowedHosts hosts;
    private final Mails mails;
    private final Post post;
    private final AlertChanges changes;

    Targets(
            AlertTargets stored,
            OwnRecords records,
            SecretsKey key,
            AllowedHosts hosts,
            Mails mails,
            Post post,
            AlertChanges changes) {
        this.stored = stored;
        this.records = records;
        this.key = key;
        this.hosts = hosts;
        this.mails = mails;
        this.post = post;
        this.changes = changes;
    }

    /** Why webhooks cannot be set up here; empty if they can. */
    Optional<String> whyNoWebhook() {
        return key.isThere() ? Optional.empty() : Optional.of(SecretsKey.MISSING);
    }

    /** Whether the key that encrypts webhooks' addresses is in the same database as these. */
    boolean keepsItsKey() {
        return key.isKept();
    }

    Optional<String> whyNoMail() {
        return mails.whyNone();
    }

    /**
     * Adds a webhook, or changes an existing one. Returns its new signing secret, which is never shown again; empty where the receiver
     * verifies no signature.
     *
     * @param routingKey of PagerDuty; empty for others
     * @param seen when the target was last changed, as the author saw it; null to add one
     * @throws OutdatedException if somebody has changed or deleted it since
     */
    public Optional<String> saveWebhook(
            String typedName, String typedUrl, WebhookFormat format, String routingKey, @Nullable Instant seen) {
        Author author = AdminCheck.present();
        String name = AlertChanges.name(typedName);
        String url = typedUrl.strip();
        String key = routingKey.strip();
        whyNoWebhook().ifPresent(why -> {
            throw new RefusedException(why);
        });
        hosts.fault(url).ifPresent(fault -> {
            throw new InvalidException(fault);
        });
        AlertChanges.requireAtMost(LONGEST_URL, "address", url);
        requireRoutingKey(format, key);
        WebhookSecret secret = format.isSigned() ? WebhookSecret.signing(url) : new WebhookSecret(url, key);
        String origin = AllowedHosts.origin(URI.create(url));
        Sealed sealed = this.key.seal(name, secret.text());
        save(
                new AlertTarget(name, Channel.WEBHOOK, origin, sealed, format, changes.now(), author.words()),
                seen,
                author);
        return format.isSigned() ? Optional.of(secret.key()) : Optional.empty();
    }

    private static void requireRoutingKey(WebhookFormat format, String key) {
        if (format.hasRoutingKey() && !key.matches("[A-Za-z0-9]{1,64}")) {
            throw new InvalidException(
                    "PagerDuty needs the integration key of its Events API v2: 32 letters and digits. Yours %s."
                            .formatted(key.isEmpty() ? "is missing" : "has others, or more than 64"));
        }
        if (!format.hasRoutingKey() && !key.isEmpty()) {
            throw new InvalidException("A routing key is for PagerDuty only.");
        }
    }

    /** Adds an e-mail target or changes its recipients, under the same rules as {@link #saveWebhook}. Returns its name. */
    public String saveMail(String typedName, String recipients, @Nullable Instant seen) {
        Author author = AdminCheck.present();
        String name = AlertChanges.name(typedName);
        mails.whyNone().ifPresent(why -> {
            throw new RefusedException(why);
        });
        mails.fault(recipients).ifPresent(fault -> {
            throw new InvalidException(fault);
        });
        String all = String.join(", ", Mails.split(recipients));
        save(new AlertTarget(name, Channel.MAIL, all, null, null, changes.now(), author.words()), seen, author);
        return name;
    }

    private void save(AlertTarget target, @Nullable Instant seen, Author author) {
        String what = "%s: %s%s"
                .formatted(
                        seen == null ? "target added" : "target changed",
                        target.webhookFormat().isSigned() ? "" : target.kind() + ", ",
                        target.address());
        changes.make(author, target.name(), what, () -> {
            LastChange known = known(target.name());
            LastChange.require("target " + target.name(), seen, known);
            stored.save(target.changedAt(LastChange.next(known, target.changedAt())));
        });
    }

    private @Nullable LastChange known(String target) {
        return records.whole(target, AlertTarget.class)
                .map(AlertTarget::lastChange)
                .orElse(null);
    }

    /**
     * Deletes the target, unless a rule uses it or somebody has changed it since {@code seen}.
     *
     * @param uses how many rules use it
     */
    String delete(String name, Instant seen, LongSupplier uses) {
        changes.make(AdminCheck.present(), name, "target deleted", () -> {
            LastChange.require("target " + name, seen, known(name));
            long used = uses.getAsLong();
            if (used > 0) {
                throw new RefusedException(
                        used == 1
                                ? "1 rule uses it. Change or delete that first."
                                : used + " rules use it. Change or delete those first.");
            }
            stored.deleteById(name);
        });
        return name;
    }

    /**
     * What came of a test.
     *
     * @param outcome a sentence
     * @param message what was sent, without a key
     * @param example an alert as it would be sent there
     */
    public record Tested(String outcome, boolean arrived, String message, String example) {}

    /** Sends a test message from this console, now. */
    public Tested test(String name) {
        Author author = AdminCheck.present();
        changes.requireStill(author);
        AlertTarget target = records.whole(name, AlertTarget.class)
                .orElseThrow(() -> new RefusedException("%s was deleted.".formatted(name)));
        Delivery test = Delivery.test(UUID.randomUUID().toString(), target, changes.now());
        String outcome;
        boolean arrived = false;
        try {
            post.send(test);
            arrived = true;
            outcome = target.channel() == Channel.MAIL
                    ? "The mail server took the test."
                    : "The test arrived: the webhook confirmed it.";
        } catch (UndeliveredException e) {
            outcome = "The test did not arrive. %s".formatted(e.getMessage());
        }
        changes.record(author, name, "test sent: " + outcome);
        return new Tested(
                outcome,
                arrived,
                post.shown(test, target),
                post.shown(Delivery.example(target, changes.now()), target));
    }

    /** An alert as people read it. */
    String example() {
        AlertTarget mail = new AlertTarget("", Channel.MAIL, "", null, null, changes.now(), "");
        return post.shown(Delivery.example(mail, changes.now()), mail);
    }
}
