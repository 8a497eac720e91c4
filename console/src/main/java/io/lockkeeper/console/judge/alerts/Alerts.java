package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.alerts.AlertTarget.Channel;
import io.lockkeeper.console.judge.alerts.Delivery.State;
import io.lockkeeper.console.people.users.AdminChanges;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import java.net.URI;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The administration of alerts. The caller's role is checked here, for every page and the API; each change is stored together with its
 * record, or not at all.
 */
@Service
public class Alerts {

    private static final int SHOWN = 50;
    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_URL = 2_000;
    private static final int LONGEST_PREFIX = 200;
    private static final int MOST_TARGETS = 20;

    private final AlertRules rules;
    private final AlertTargets targets;
    private final Episodes episodes;
    private final OwnRecords records;
    private final Deliveries deliveries;
    private final Outbox outbox;
    private final Post post;
    private final SecretsKey key;
    private final AllowedHosts hosts;
    private final Mails mails;
    private final AdminChanges changes;
    private final ConsolePrivileges keeping;
    private final ServerClock clock;

    Alerts(
            AlertRules rules,
            AlertTargets targets,
            Episodes episodes,
            OwnRecords records,
            Deliveries deliveries,
            Outbox outbox,
            Post post,
            SecretsKey key,
            AllowedHosts hosts,
            Mails mails,
            AdminChanges changes,
            ConsolePrivileges keeping,
            ServerClock clock) {
        this.rules = rules;
        this.targets = targets;
        this.episodes = episodes;
        this.records = records;
        this.deliveries = deliveries;
        this.outbox = outbox;
        this.post = post;
        this.key = key;
        this.hosts = hosts;
        this.mails = mails;
        this.changes = changes;
        this.keeping = keeping;
        this.clock = clock;
    }

    /** The data of the page. */
    public Overview look() {
        AdminCheck.present();
        return new Overview(
                records.find(AlertRounds.BY_NAME, AlertRule.class),
                records.find(AlertRounds.BY_NAME, AlertTarget.class),
                outbox.list(State.WAITING, SHOWN),
                outbox.list(State.DEAD, SHOWN),
                outbox.list(State.SENT, SHOWN),
                clock.now());
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
        String name = name(typedName);
        String url = typedUrl.strip();
        String key = routingKey.strip();
        whyNoWebhook().ifPresent(Alerts::refuse);
        hosts.fault(url).ifPresent(Alerts::refuseAsInvalid);
        requireAtMost(LONGEST_URL, "address", url);
        requireRoutingKey(format, key);
        WebhookSecret secret = format.isSigned() ? WebhookSecret.signing(url) : new WebhookSecret(url, key);
        String origin = AllowedHosts.origin(URI.create(url));
        Sealed sealed = this.key.seal(name, secret.text());
        save(new AlertTarget(name, Channel.WEBHOOK, origin, sealed, format, clock.now(), author.words()), seen, author);
        return format.isSigned() ? Optional.of(secret.key()) : Optional.empty();
    }

    private static void requireRoutingKey(WebhookFormat format, String key) {
        if (format.hasRoutingKey() && !key.matches("[A-Za-z0-9]{1,64}")) {
            refuseAsInvalid("PagerDuty needs the integration key of its Events API v2: 32 letters and digits. Yours %s."
                    .formatted(key.isEmpty() ? "is missing" : "has others, or more than 64"));
        }
        if (!format.hasRoutingKey() && !key.isEmpty()) {
            refuseAsInvalid("A routing key is for PagerDuty only.");
        }
    }

    /** Adds an e-mail target or changes its recipients, under the same rules as {@link #saveWebhook}. Returns its name. */
    public String saveMail(String typedName, String recipients, @Nullable Instant seen) {
        Author author = AdminCheck.present();
        String name = name(typedName);
        mails.whyNone().ifPresent(Alerts::refuse);
        mails.fault(recipients).ifPresent(Alerts::refuseAsInvalid);
        String all = String.join(", ", Mails.split(recipients));
        save(new AlertTarget(name, Channel.MAIL, all, null, null, clock.now(), author.words()), seen, author);
        return name;
    }

    private void save(AlertTarget target, @Nullable Instant seen, Author author) {
        String what = "%s: %s%s"
                .formatted(
                        seen == null ? "target added" : "target changed",
                        target.webhookFormat().isSigned() ? "" : target.kind() + ", ",
                        target.address());
        changing(author, subject(target.name()), what, () -> {
            LastChange known = known(target.name());
            LastChange.require("target " + target.name(), seen, known);
            targets.save(target.changedAt(LastChange.next(known, target.changedAt())));
        });
    }

    private @Nullable LastChange known(String target) {
        return records.whole(target, AlertTarget.class)
                .map(AlertTarget::lastChange)
                .orElse(null);
    }

    /** Deletes the target, unless a rule uses it or somebody has changed it since {@code seen}. */
    public String deleteTarget(String name, Instant seen) {
        changing(AdminCheck.present(), subject(name), "target deleted", () -> {
            LastChange.require("target " + name, seen, known(name));
            long used = rules.countByTargetsContaining(name);
            if (used > 0) {
                refuse(
                        used == 1
                                ? "1 rule uses it. Change or delete that first."
                                : used + " rules use it. Change or delete those first.");
            }
            targets.deleteById(name);
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
        Delivery test = Delivery.test(UUID.randomUUID().toString(), target, clock.now());
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
        changes.record(author, subject(name), "test sent: " + outcome);
        return new Tested(
                outcome, arrived, post.shown(test, target), post.shown(Delivery.example(target, clock.now()), target));
    }

    /** An alert as people read it. */
    String example() {
        AlertTarget mail = new AlertTarget("", Channel.MAIL, "", null, null, clock.now(), "");
        return post.shown(Delivery.example(mail, clock.now()), mail);
    }

    /** Adds or changes a rule. {@code seen} means what it does in {@link #saveWebhook}. */
    public String saveRule(AlertRule typed, @Nullable Instant seen) {
        Author author = AdminCheck.present();
        String name = name(typed.name());
        requireAtMost(LONGEST_PREFIX, "prefix of the locks' names", typed.prefix());
        if (typed.targets().isEmpty() || typed.targets().size() > MOST_TARGETS) {
            refuseAsInvalid(String.format(Locale.ROOT, "Choose 1 to %d targets.", MOST_TARGETS));
        }
        String what = (seen == null ? "rule added: " : "rule changed: ") + RuleWords.of(typed);
        changing(author, subject(name), what, () -> {
            LastChange known = knownRule(name);
            LastChange.require("rule " + name, seen, known);
            typed.targets().stream()
                    .filter(target -> records.whole(target, AlertTarget.class).isEmpty())
                    .forEach(target -> refuse("Choose a target. There is none called “%s”.".formatted(target)));
            rules.save(typed.named(name, LastChange.next(known, clock.now()), author.words()));
        });
        return name;
    }

    /** Deletes the rule, unless somebody has changed it since {@code seen}. No resolved message is sent for findings it reported. */
    public String deleteRule(String name, Instant seen) {
        changing(AdminCheck.present(), subject(name), "rule deleted", () -> {
            LastChange.require("rule " + name, seen, knownRule(name));
            rules.deleteById(name);
            episodes.deleteByRule(name);
        });
        return name;
    }

    private @Nullable LastChange knownRule(String name) {
        return records.whole(name, AlertRule.class).map(AlertRule::lastChange).orElse(null);
    }

    public String sendAgain(Delivery dead) {
        changing(AdminCheck.present(), subject(dead.target()), "message sent again: " + dead.id(), () -> {
            if (!outbox.again(dead.id(), clock.now())) {
                refuse("The message is no longer there, or is being sent already.");
            }
        });
        return dead.id();
    }

    public String deleteDead(Delivery dead) {
        changing(
                AdminCheck.present(),
                subject(dead.target()),
                "message deleted unsent: " + dead.id(),
                () -> deliveries.deleteByIdAndState(dead.id(), State.DEAD));
        return dead.id();
    }

    private void changing(Author author, String subject, String what, Runnable change) {
        keeping.whyNothingIsSent().ifPresent(why -> refuse("Nothing was changed: %s.".formatted(why)));
        changes.make(author, subject, what, change);
    }

    private static String subject(String name) {
        return "alert: " + name;
    }

    private static String name(String typed) {
        String name = typed.strip();
        if (name.isEmpty() || name.length() > LONGEST_NAME || !name.matches("[\\p{L}\\p{N} ._@:/+-]+")) {
            refuseAsInvalid(String.format(
                    Locale.ROOT, "A name has 1 to %d letters, digits, spaces or . _ @ : / + -", LONGEST_NAME));
        }
        return name;
    }

    private static void requireAtMost(int most, String what, String typed) {
        if (typed.length() > most) {
            refuseAsInvalid("The %s has %s characters; at most %s are allowed.".formatted(what, typed.length(), most));
        }
    }

    private static void refuseAsInvalid(String sentence) {
        throw new InvalidException(sentence);
    }

    private static void refuse(String sentence) {
        throw new RefusedException(sentence);
    }
}
