package io.lockkeeper.console.watch.dialect;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a dialect's file says of fields: where they stand, what time they hold, and what is judged by them. */
final class RuleReader {

    private static final List<String> ENDINGS = List.of("date", "millis", "seconds", "iso", "timeout", "ttl-index");
    private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,5}) ?(ms|s|min|h)");

    private final DocumentShape shape;

    RuleReader(DocumentShape shape) {
        this.shape = shape;
    }

    NameTemplate name(YamlPart part) {
        NameTemplate name = new NameTemplate(part.text());
        name.fields().forEach(field -> listed(part, field));
        return name;
    }

    List<FieldPath> paths(YamlPart part) {
        return part.list().stream().map(this::path).toList();
    }

    FieldPath path(YamlPart part) {
        return listed(part, new FieldPath(part.text()));
    }

    TimeField time(YamlPart part) {
        TimeField time = anyTime(part);
        listed(part, time.path());
        return time;
    }

    /** A time field that need not be listed. */
    static TimeField anyTime(YamlPart part) {
        if (!part.isMap()) {
            return new TimeField(new FieldPath(part.text()), TimeForm.DATE);
        }
        YamlPart.Entries entries = part.entries(Set.of(), Set.of("field", "as"));
        return new TimeField(new FieldPath(entries.get("field").text()), form(entries.get("as")));
    }

    ExpiryRule expiry(YamlPart part) {
        if (!part.isMap()) {
            if (!part.text().equals("none")) {
                throw part.fault("“%s” has to be “none”, or a map with “field” and “as”".formatted(part.text()));
            }
            return new ExpiryRule.None();
        }
        YamlPart.Entries entries = part.entries(Set.of("after", "in", "past", "absent"), Set.of("field", "as"));
        FieldPath field = path(entries.get("field"));
        TimeForm in = entries.find("in").map(RuleReader::form).orElse(TimeForm.DATE);
        String as = entries.get("as").oneOf(word -> Optional.of(word).filter(ENDINGS::contains), ENDINGS);
        return switch (as) {
            case "timeout" -> new ExpiryRule.AfterTimeout(new TimeField(field, in), after(part, entries));
            case "ttl-index" -> new ExpiryRule.ByIndex(new TimeField(field, in));
            default ->
                new ExpiryRule.InField(
                        new TimeField(field, form(entries.get("as"))),
                        isFirst(entries, "absent", "forever", "unknown"));
        };
    }

    /** Whether a lock past its expiry counts as free. */
    boolean endsFree(YamlPart expires) {
        return expires.isMap() && isFirst(new YamlPart.Entries(expires.map()), "past", "free", "expired");
    }

    HeldTest held(YamlPart part) {
        if (!part.isMap()) {
            if (!part.text().equals("document")) {
                throw part.fault("“%s” has to be “document”, or a map with “field” and “is”, or with “filled”"
                        .formatted(part.text()));
            }
            return new HeldTest.DocumentExists();
        }
        if (part.map().containsKey("filled")) {
            return new HeldTest.AnyFilled(paths(part.only("filled")));
        }
        YamlPart.Entries entries = part.entries(Set.of(), Set.of("field", "is"));
        return new HeldTest.FieldIs(
                path(entries.get("field")), entries.get("is").value());
    }

    Recipe recipe(YamlPart part) {
        if (!part.isMap()) {
            if (!part.text().equals("delete")) {
                throw part.fault("“%s” has to be “delete”, or a map with “set” or “unset”".formatted(part.text()));
            }
            return new Recipe.Delete();
        }
        YamlPart.Entries entries = part.entries(Set.of("set", "unset", "pull"), Set.of());
        Map<FieldPath, Recipe.NewValue> set = new LinkedHashMap<>();
        entries.find("set")
                .ifPresent(values -> values.map()
                        .forEach((field, value) -> set.put(listed(value, new FieldPath(field)), newValue(value))));
        List<FieldPath> unset = entries.find("unset").map(this::paths).orElse(List.of());
        if (set.isEmpty() && unset.isEmpty()) {
            throw part.fault("this has to “set” or “unset” a field");
        }
        return new Recipe.Change(set, unset, entries.find("pull").map(this::pull));
    }

    private Recipe.Pull pull(YamlPart part) {
        YamlPart.Entries entries = part.entries(Set.of(), Set.of("from", "by", "count"));
        return new Recipe.Pull(path(entries.get("from")), entries.get("by").text(), path(entries.get("count")));
    }

    private Recipe.NewValue newValue(YamlPart part) {
        if (!part.isMap()) {
            return new Recipe.NewValue.Fixed(part.value());
        }
        Map<String, YamlPart> entries =
                part.entries(Set.of("now", "until", "epoch", "text"), Set.of()).parts();
        if (entries.size() != 1) {
            throw part.fault("this has to be one of now, until, epoch, text");
        }
        Map.Entry<String, YamlPart> only = entries.entrySet().iterator().next();
        YamlPart value = only.getValue();
        return switch (only.getKey()) {
            case "now" -> new Recipe.NewValue.Now(written(value));
            case "until" -> new Recipe.NewValue.Until(written(value));
            case "epoch" -> new Recipe.NewValue.Epoch(written(value));
            default -> new Recipe.NewValue.Text(new NameTemplate(value.text()));
        };
    }

    private FieldPath listed(YamlPart part, FieldPath path) {
        if (!shape.lists(path)) {
            throw part.fault("the field “%s” is not listed under “document”".formatted(path.text()));
        }
        return path;
    }

    private static TimeForm form(YamlPart part) {
        return part.oneOf(
                TimeForm::of,
                Arrays.stream(TimeForm.values()).map(TimeForm::text).toList());
    }

    /** A form in which a time can be written. */
    private static TimeForm written(YamlPart part) {
        TimeForm form = form(part);
        if (form == TimeForm.OBJECT_ID) {
            throw part.fault("no time can be written as an object-id");
        }
        return form;
    }

    private static Duration after(YamlPart part, YamlPart.Entries entries) {
        return duration(
                entries.find("after").orElseThrow(() -> part.fault("a time-out needs “after”, for example 10 min")));
    }

    private static boolean isFirst(YamlPart.Entries entries, String key, String first, String second) {
        List<String> words = List.of(first, second);
        return entries.find(key)
                .map(part -> part.oneOf(word -> Optional.of(word).filter(words::contains), words))
                .filter(first::equals)
                .isPresent();
    }

    private static Duration duration(YamlPart part) {
        Matcher found = DURATION.matcher(part.text());
        if (!found.matches()) {
            throw part.fault(
                    "“%s” has to be a duration, for example 500 ms, 30 s, 10 min or 2 h".formatted(part.text()));
        }
        long count = Long.parseLong(found.group(1));
        return switch (found.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "min" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }
}
