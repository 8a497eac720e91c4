package io.lockkeeper.console.watch.dialect;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads a dialect from its file, and refuses one that breaks a rule, with file and line. */
final class DialectFile {

    private static final Set<String> REQUIRED =
            Set.of("library", "origin", "evidence", "document", "lock", "clock", "identity", "grade", "sentence");
    private static final Set<String> OPTIONAL =
            Set.of("collection", "other-fields", "no-lock", "indexes", "release", "quarantine", "job");
    private static final Set<String> LOCK_REQUIRED = Set.of("name", "expires", "held");
    private static final Set<String> LOCK_OPTIONAL =
            Set.of("holder", "acquired", "heartbeat", "held-means", "fence", "one-document");

    private final String id;
    private final YamlPart.Entries parts;
    private final YamlPart.Entries lock;
    private final DocumentShape shape;
    private final RuleReader rules;

    private DialectFile(String id, YamlPart root) {
        this.id = id;
        parts = root.entries(OPTIONAL, REQUIRED);
        lock = parts.get("lock").entries(LOCK_OPTIONAL, LOCK_REQUIRED);
        shape = new DocumentShape(
                fields(parts.get("document")),
                parts.find("other-fields").map(YamlPart::flag).orElse(false),
                parts.find("no-lock").map(DialectFile::fields).orElse(Map.of()));
        rules = new RuleReader(shape);
    }

    /**
     * Reads one.
     *
     * @param file its name with its ending, as errors name it
     * @throws DialectException if it breaks a rule
     */
    static FileDialect read(String file, String text) {
        String id = file.replaceFirst("\\.ya?ml$", "");
        return new DialectFile(id, YamlPart.of(file, text)).dialect();
    }

    private FileDialect dialect() {
        FileDialect dialect = new FileDialect(
                id,
                parts.get("library").text(),
                parts.get("origin").text(),
                evidence(parts.get("evidence")),
                parts.find("collection").stream()
                        .flatMap(names -> names.list().stream())
                        .map(YamlPart::collection)
                        .toList(),
                parts.find("indexes").map(this::signs).orElse(IndexSigns.NONE),
                shape,
                lockRule(),
                parts.get("clock").oneOf(DialectFile::clock, List.of("client", "server")),
                new FileDialect.ForceRule(
                        parts.find("release").map(rules::recipe),
                        parts.find("quarantine").map(rules::recipe),
                        grade(parts.get("grade")),
                        parts.get("sentence").text()),
                parts.find("job").map(part -> JobPart.read(part, rules.name(lock.get("name")))));
        checkRecipes(dialect);
        new DialectMeaning(dialect, parts, lock).check();
        return dialect;
    }

    private LockRule lockRule() {
        return new LockRule(
                rules.name(lock.get("name")),
                lock.find("one-document").map(YamlPart::flag).orElse(false),
                lock.find("holder").map(rules::paths).orElse(List.of()),
                lock.find("acquired").map(rules::time),
                lock.find("heartbeat").map(rules::time),
                rules.expiry(lock.get("expires")),
                rules.endsFree(lock.get("expires")),
                rules.held(lock.get("held")),
                lock.find("held-means").map(YamlPart::text).orElse("held"),
                lock.find("fence").map(rules::path),
                rules.paths(parts.get("identity")));
    }

    /** Checks that the recipes are those that the grade allows. */
    private void checkRecipes(FileDialect dialect) {
        boolean releases = dialect.force().release().isPresent();
        boolean quarantines = dialect.force().quarantine().isPresent();
        YamlPart grade = parts.get("grade");
        switch (dialect.grade()) {
            case D ->
                grade.check(!releases && !quarantines, "grade D only shows: there is no release and no quarantine");
            case B -> grade.check(!releases && quarantines, "grade B needs a “quarantine”, and has no “release”");
            case A, A_MINUS, C -> grade.check(releases, "a grade of A, A- or C needs a “release”");
        }
    }

    static Map<FieldPath, FieldRule> fields(YamlPart document) {
        Map<FieldPath, FieldRule> fields = new LinkedHashMap<>();
        document.map().forEach((name, rule) -> fields.put(new FieldPath(name), rule(rule)));
        return fields;
    }

    private IndexSigns signs(YamlPart part) {
        YamlPart.Entries entries = part.entries(Set.of("ttl", "unique"), Set.of());
        return new IndexSigns(
                entries.find("ttl").map(rules::path), entries.find("unique").map(rules::path));
    }

    private static FieldRule rule(YamlPart part) {
        if (part.isMap()) {
            return part.map().containsKey("not")
                    ? new FieldRule.Other(part.only("not").list().stream()
                            .map(YamlPart::value)
                            .toList())
                    : new FieldRule.Exactly(part.only("equals").value());
        }
        Set<BsonKind> kinds = part.list().stream()
                .map(each -> each.oneOf(BsonKind::of, BsonKind.texts()))
                .collect(Collectors.toSet());
        return new FieldRule.OfKind(kinds);
    }

    private static Evidence evidence(YamlPart part) {
        if (part.isMap()) {
            return new Evidence.Run(part.only("run").text());
        }
        part.check(
                part.text().equals("reading"), "evidence has to be “reading”, or a map with the version that was run");
        return new Evidence.Reading();
    }

    private static Grade grade(YamlPart part) {
        return part.oneOf(
                Grade::of, Arrays.stream(Grade.values()).map(Grade::text).toList());
    }

    private static Optional<ClockSource> clock(String word) {
        return Arrays.stream(ClockSource.values())
                .filter(clock -> clock.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst();
    }
}
