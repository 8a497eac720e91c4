package io.lockkeeper.console.judge.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import io.lockkeeper.console.fixture.HandEdited;
import io.lockkeeper.console.ground.mongodb.Undigested;
import io.lockkeeper.console.ground.refusal.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.awaitility.core.ConditionFactory;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What alerts keep in the console's own collections, each field written by hand as something else: the sound rules go on speaking. */
class HandEditedAlertsIT {

    @AutoClose
    private static final AlertScene scene = new AlertScene();

    @AfterEach
    void cleanUp() {
        of("alert_targets").deleteMany(new Document("_id", new Document("$nin", List.of("hook", "mail"))));
        scene.cleanUp();
    }

    @Test
    void whicheverFieldIsWrittenByHandSoundRulesSpeakOfWhatBeginsAndEnds() {
        scene.actAsAdmin();
        scene.rule("sound", "hook");
        scene.damage("order:before");
        soon().until(() -> scene.inbox().about("order:before").size() == 1);
        Document quiet = new Document("from", "22:00").append("to", "22:01").append("zone", "UTC");
        of("alert_rules").updateOne(new Document("_id", "sound"), new Document("$set", new Document("quiet", quiet)));
        Document rule = Objects.requireNonNull(of("alert_rules").find().first());
        HandEdited.copies(rule.append("prefix", "elsewhere:")).forEach(HandEditedAlertsIT::addRule);
        List.of("alert_targets", "alert_episodes", "alert_deliveries")
                .forEach(new HandEdited(scene.console().own())::copy);
        scene.damage("order:after");
        soon().until(() -> scene.inbox().about("order:after").stream()
                .anyMatch(told -> told.body().toString().contains("sound,")));
        scene.console().locks().collection().deleteOne(new Document("_id", "order:after"));
        soon().until(() -> scene.inbox().about("order:after").stream()
                .anyMatch(told -> told.type().equals("resolved")));
        assertThat(scene.alerts().look().rules()).extracting(AlertRule::name).contains("sound");
        soon().untilAsserted(
                        () -> assertThat(scene.console().bean(Undigested.class).sentences())
                                .anyMatch(it -> it.contains("own collection alert_rules cannot be read"))
                                .anyMatch(it -> it.contains("own collection alert_episodes cannot be read"))
                                .anyMatch(it -> it.contains("own collection alert_targets cannot be read")));
    }

    @Test
    void aMessageOfWhichAnyFieldIsWrittenByHandKeepsNoOtherFromBeingSent() {
        scene.actAsAdmin();
        scene.rule("sound", "hook");
        scene.damage("order:first");
        soon().until(() -> scene.count("alert_deliveries", new Document("state", "SENT")) == 1);
        Document due = Objects.requireNonNull(of("alert_deliveries").find().first());
        due.append("state", "WAITING").append("target", "elsewhere").append("nextAt", Date.from(Instant.EPOCH));
        HandEdited.copies(due).forEach(copy -> {
            if (copy.get("_id") instanceof String) {
                of("alert_deliveries").insertOne(copy);
            }
        });
        scene.damage("order:second");
        soon().until(() -> scene.inbox().about("order:second").size() == 1);
    }

    /** It has been due for longest, and cannot be counted up. */
    @Test
    void aMessageWhoseAttemptsAreNoNumberKeepsNoOtherFromBeingSent() {
        scene.actAsAdmin();
        scene.rule("sound", "hook");
        of("alert_deliveries")
                .insertOne(new Document("_id", "uncounted")
                        .append("target", "elsewhere")
                        .append("state", "WAITING")
                        .append("attempts", "x")
                        .append("nextAt", Date.from(Instant.EPOCH)));
        scene.damage("order:behind");
        soon().until(() -> scene.inbox().about("order:behind").size() == 1);
        assertThat(scene.console().bean(Undigested.class).sentences())
                .anyMatch(it -> it.contains("own collection alert_deliveries") && it.contains("uncounted"));
    }

    /** What says that a finding was reported, and cannot be read. */
    @Test
    void aDamagedEpisodeKeepsTheRuleFromReportingNeitherItsFindingNorOthers() {
        scene.actAsAdmin();
        scene.rule("sound", "hook");
        scene.damage("order:shown");
        soon().until(() -> scene.inbox().about("order:shown").size() == 1);
        String id = Objects.requireNonNull(of("alert_episodes").find().first()).getString("_id");
        of("alert_episodes")
                .insertOne(new Document("_id", id.replace("order:shown", "order:hidden")).append("rule", "sound"));
        scene.damage("order:hidden");
        scene.damage("order:beside");
        for (String lock : List.of("order:hidden", "order:beside")) {
            soon().until(() -> scene.inbox().about(lock).size() == 1);
        }
    }

    @Test
    void aRuleThatIsDamagedForAWhileReportsNothingTwice() {
        scene.actAsAdmin();
        scene.rule("sound", "hook");
        scene.damage("order:once");
        soon().until(() -> scene.count("alert_episodes", new Document("delivered", true)) == 1);
        Document sound = Objects.requireNonNull(of("alert_rules").find().first());
        Document itself = new Document("_id", "sound");
        of("alert_rules").updateOne(itself, new Document("$set", new Document("least", 5)));
        scene.rule("later", "hook");
        scene.damage("order:later");
        soon().until(() -> scene.inbox().about("order:later").size() == 1);
        of("alert_rules").replaceOne(itself, sound);
        soon().until(() -> scene.inbox().about("order:later").size() == 2);
        assertThat(scene.inbox().about("order:once")).as("by either rule").hasSize(2);
    }

    @Test
    void aRuleThatWasStoredWithOneTargetHasThatOne() {
        scene.actAsAdmin();
        scene.rule("before", "hook", "mail");
        of("alert_rules").updateOne(new Document("_id", "before"), Updates.set("target", "hook"));
        assertThat(scene.alerts().look().rules())
                .filteredOn(rule -> rule.name().equals("before"))
                .extracting(AlertRule::targets)
                .containsExactly(List.of("hook"));
        assertThat(scene.console().bean(AlertRules.class).countByTargetsContaining("hook"))
                .isPositive();
    }

    @Test
    void aDamagedTargetAndRuleAreNamedToWhoeverChangesThem() {
        scene.actAsAdmin();
        of("alert_targets").insertOne(new Document("_id", "broken").append("channel", "WEBHOOK"));
        of("alert_rules").insertOne(new Document("_id", "torn").append("target", "hook"));
        assertThatThrownBy(() -> scene.alerts().targets().saveMail("broken", "oncall@example.com", null))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("“broken” of the console’s own collection “alert_targets” cannot be read");
        assertThatThrownBy(() -> scene.alerts().targets().test("broken")).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> scene.rule("torn", "hook")).hasMessageContaining("“torn”");
        assertThatThrownBy(() -> scene.rule("new", "broken")).hasMessageContaining("“broken”");
    }

    private static void addRule(Document copy) {
        if (copy.get("_id") instanceof String) {
            of("alert_rules").insertOne(copy);
        }
    }

    private static MongoCollection<Document> of(String collection) {
        return scene.console().own().getCollection(collection);
    }

    private static ConditionFactory soon() {
        return await().pollInSameThread().atMost(Duration.ofMinutes(2));
    }
}
