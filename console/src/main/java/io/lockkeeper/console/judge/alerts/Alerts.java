package io.lockkeeper.console.judge.alerts;

import io.lockkeeper.console.ground.components.LastChange;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.judge.alerts.Delivery.State;
import io.lockkeeper.console.people.users.AdminCheck;
import io.lockkeeper.console.people.users.Author;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * The administration of alerts. The caller's role is checked here, for every page and the API; each change is stored together with its
 * record, or not at all.
 */
@Service
public class Alerts {

    private static final int SHOWN = 50;
    private static final int LONGEST_PREFIX = 200;
    private static final int MOST_TARGETS = 20;

    private final AlertRules rules;
    private final Episodes episodes;
    private final OwnRecords records;
    private final Outbox outbox;
    private final Targets targets;
    private final AlertChanges changes;
    private final ServerClock clock;

    Alerts(
            AlertRules rules,
            Episodes episodes,
            OwnRecords records,
            Outbox outbox,
            Targets targets,
            AlertChanges changes,
            ServerClock clock) {
        this.rules = rules;
        this.episodes = episodes;
        this.records = records;
        this.outbox = outbox;
        this.targets = targets;
        this.changes = changes;
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

    /** Where they are sent. */
    public Targets targets() {
        return targets;
    }

    /** Deletes the target, unless a rule uses it or somebody has changed it since {@code seen}. */
    public String deleteTarget(String name, Instant seen) {
        return targets.delete(name, seen, () -> rules.countByTargetsContaining(name));
    }

    /** Adds or changes a rule. {@code seen} means what it does in {@link Targets#saveWebhook}. */
    public String saveRule(AlertRule typed, @Nullable Instant seen) {
        Author author = AdminCheck.present();
        String name = AlertChanges.name(typed.name());
        AlertChanges.requireAtMost(LONGEST_PREFIX, "prefix of the locks' names", typed.prefix());
        if (typed.targets().isEmpty() || typed.targets().size() > MOST_TARGETS) {
            throw new InvalidException(String.format(Locale.ROOT, "Choose 1 to %d targets.", MOST_TARGETS));
        }
        String what = (seen == null ? "rule added: " : "rule changed: ") + RuleWords.of(typed);
        changes.make(author, name, what, () -> {
            LastChange known = knownRule(name);
            LastChange.require("rule " + name, seen, known);
            typed.targets().stream()
                    .filter(target -> records.whole(target, AlertTarget.class).isEmpty())
                    .forEach(target -> {
                        throw new RefusedException("Choose a target. There is none called “%s”.".formatted(target));
                    });
            rules.save(typed.named(name, LastChange.next(known, clock.now()), author.words()));
        });
        return name;
    }

    /** Deletes the rule, unless somebody has changed it since {@code seen}. No resolved message is sent for findings it reported. */
    public String deleteRule(String name, Instant seen) {
        changes.make(AdminCheck.present(), name, "rule deleted", () -> {
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
        changes.make(AdminCheck.present(), dead.target(), "message sent again: " + dead.id(), () -> {
            if (!outbox.again(dead.id(), clock.now())) {
                throw new RefusedException("The message is no longer there, or is being sent already.");
            }
        });
        return dead.id();
    }

    public String deleteDead(Delivery dead) {
        changes.make(
                AdminCheck.present(),
                dead.target(),
                "message deleted unsent: " + dead.id(),
                () -> outbox.deleteDead(dead.id()));
        return dead.id();
    }
}
