package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.console.watch.dialect.DialectLock.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Checks the meaning of a dialect's file, once its form is right: with example documents of held locks, which the dialect itself reads
 * before and after its own forced release.
 */
record DialectMeaning(FileDialect dialect, YamlPart.Entries parts, YamlPart.Entries lock) {

    private static final ForceOrder ORDER = new ForceOrder(
            "example",
            HeldExamples.NOW,
            HeldExamples.NOW.plusSeconds(15),
            Duration.ofSeconds(15),
            "example",
            "",
            false);

    /** @throws DialectException with file, line and rule */
    void check() {
        lock.get("name")
                .check(
                        dialect.lock().oneDocument()
                                || !dialect.lock().name().fields().isEmpty(),
                        "all documents have this one name: put a field in braces, or say “one-document: true”");
        List.of("acquired", "heartbeat").forEach(key -> lock.find(key).ifPresent(part -> checkTime(part, time(key))));
        dialect.lock().expiry().source().ifPresent(field -> checkTime(lock.get("expires"), field));
        List<BsonDocument> examples = HeldExamples.of(dialect);
        examples.forEach(this::checkHeld);
        if (dialect.grade() != Grade.D) {
            parts.get("identity")
                    .check(
                            dialect.lock().identity().stream().anyMatch(this::changes),
                            "no field of these changes with each acquisition: add that of the holder, of the acquisition's id or of its time");
            examples.forEach(this::checkForced);
        }
    }

    private TimeField time(String key) {
        return (key.equals("acquired")
                        ? dialect.lock().acquired()
                        : dialect.lock().heartbeat())
                .orElseThrow();
    }

    private void checkTime(YamlPart part, TimeField field) {
        FieldRule rule = dialect.shape().fields().get(field.path());
        part.check(
                rule == null || field.form().kinds().anyMatch(kind -> rule.fits(kind.example())),
                "“%s” has to be %s, and so holds no time in the form %s"
                        .formatted(
                                field.path().text(),
                                rule == null ? "" : rule.words(),
                                field.form().text()));
    }

    private void checkHeld(BsonDocument example) {
        lock.get("held")
                .check(
                        state(example).filter(State.HELD::equals).isPresent(),
                        "no document of the form under “document” is held by this");
    }

    private Optional<State> state(BsonDocument document) {
        return dialect.read(document, TtlIndexes.UNREADABLE).map(it -> it.state(HeldExamples.NOW));
    }

    private boolean changes(FieldPath field) {
        boolean stays = field.text().equals("_id")
                && dialect.force()
                        .release()
                        .filter(Recipe.Change.class::isInstance)
                        .isPresent();
        return !stays
                && !dialect.lock().name().fields().contains(field)
                && !(dialect.shape().fields().get(field) instanceof FieldRule.Exactly)
                && !(dialect.lock().heldTest() instanceof HeldTest.FieldIs(FieldPath flag, BsonValue value)
                        && flag.equals(field));
    }

    private void checkForced(BsonDocument example) {
        YamlPart part = parts.get(dialect.quarantines() ? "quarantine" : "release");
        Acquisition seen = Acquisition.of(example, dialect.lock().identity());
        if (dialect.force(example, seen, ORDER).orElseThrow() instanceof ForcedRelease.Update update) {
            checkWritten(part, update.update().getDocument("$set", new BsonDocument()));
            new Aftermath(dialect, seen, HeldExamples.NOW)
                    .faultBefore(update, example)
                    .ifPresent(fault -> {
                        throw part.fault(fault);
                    });
        } else {
            part.check(!dialect.quarantines(), "a quarantine keeps the document, and so cannot delete it");
        }
    }

    private void checkWritten(YamlPart part, BsonDocument set) {
        for (Map.Entry<String, BsonValue> each : set.entrySet()) {
            FieldPath path = new FieldPath(each.getKey());
            BsonValue value = each.getValue();
            part.check(
                    value.isNull() || mayHold(path, value),
                    "“%s” is set to %s, which the library would not write there"
                            .formatted(path.text(), BsonKind.wordsOf(value.getBsonType())));
        }
    }

    private boolean mayHold(FieldPath path, BsonValue value) {
        boolean readable = dialect.lock()
                .times()
                .filter(field -> field.path().equals(path))
                .allMatch(field -> field.form().read(value).isPresent());
        return readable
                && (fits(dialect.shape().fields(), path, value)
                        || (dialect.shape().noLock().containsKey(path)
                                && fits(dialect.shape().noLock(), path, value)));
    }

    private static boolean fits(Map<FieldPath, FieldRule> rules, FieldPath path, BsonValue value) {
        return Optional.ofNullable(rules.get(path))
                .map(rule -> rule.fits(value))
                .orElse(true);
    }
}
