package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.console.ground.formats.Formats;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A part of a YAML file that knows where it stands, so that what is wrong with it can be said with file and line. */
final class YamlPart {

    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,9}");

    private final String file;
    private final Node node;

    private YamlPart(String file, Node node) {
        this.file = file;
        this.node = node;
    }

    /** Composes the text; no object is made of it but its parts. */
    static YamlPart of(String file, String text) {
        try {
            Node root = new Yaml(new LoaderOptions()).compose(new StringReader(text));
            if (root == null) {
                throw new DialectException("%s: the file is empty".formatted(file));
            }
            return new YamlPart(file, root);
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            throw new DialectException(
                    String.format(Locale.ROOT, "%s, line %d: this is no YAML: %s", file, line, e.getProblem()));
        } catch (YAMLException e) {
            throw new DialectException("%s: this is no YAML of a dialect: %s"
                    .formatted(
                            file, Formats.visible(String.valueOf(e.getMessage()).strip())));
        }
    }

    DialectException fault(String rule) {
        return new DialectException(String.format(
                Locale.ROOT, "%s, line %d: %s", file, node.getStartMark().getLine() + 1, rule));
    }

    /** @throws DialectException if the rule is broken */
    void check(boolean holds, String rule) {
        if (!holds) {
            throw fault(rule);
        }
    }

    /** The parts under the keys of a map. */
    record Entries(Map<String, YamlPart> parts) {

        /** The part of a required key. */
        YamlPart get(String key) {
            return Objects.requireNonNull(parts.get(key), key);
        }

        Optional<YamlPart> find(String key) {
            return Optional.ofNullable(parts.get(key));
        }
    }

    /** The only entry, which has this key. */
    YamlPart only(String key) {
        return entries(Set.of(), Set.of(key)).get(key);
    }

    /** The entries of a map with only these keys. */
    Entries entries(Set<String> allowed, Set<String> required) {
        Map<String, YamlPart> entries = map();
        for (Map.Entry<String, YamlPart> entry : entries.entrySet()) {
            if (!allowed.contains(entry.getKey()) && !required.contains(entry.getKey())) {
                throw entry.getValue()
                        .fault("“%s” is not known here; known are %s"
                                .formatted(entry.getKey(), sorted(allowed, required)));
            }
        }
        for (String key : required) {
            if (!entries.containsKey(key)) {
                throw fault("“%s” is missing".formatted(key));
            }
        }
        return new Entries(entries);
    }

    Map<String, YamlPart> map() {
        if (!(node instanceof MappingNode mapping)) {
            throw fault("this has to be a map of keys and values");
        }
        Map<String, YamlPart> entries = new LinkedHashMap<>();
        for (NodeTuple each : mapping.getValue()) {
            YamlPart key = new YamlPart(file, each.getKeyNode());
            if (entries.put(key.text(), new YamlPart(file, each.getValueNode())) != null) {
                throw key.fault("“%s” stands here twice".formatted(key.text()));
            }
        }
        return entries;
    }

    boolean isMap() {
        return node instanceof MappingNode;
    }

    /** The elements of a list, or a single element in its place. */
    List<YamlPart> list() {
        if (!(node instanceof SequenceNode sequence)) {
            return List.of(this);
        }
        List<YamlPart> elements = new ArrayList<>();
        sequence.getValue().forEach(each -> elements.add(new YamlPart(file, each)));
        if (elements.isEmpty()) {
            throw fault("this list has to name at least one");
        }
        return elements;
    }

    String text() {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw fault("this has to be a text");
        }
        String text = scalar.getValue().strip();
        check(
                text.equals(Formats.visible(text)),
                "“%s” has control or invisible characters: write plain text in one line"
                        .formatted(Formats.visible(text)));
        return text;
    }

    /** The name of a collection, or its end. */
    String collection() {
        String name = text();
        check(
                !name.startsWith("system.") && name.indexOf('$') < 0,
                "“%s” is no collection of a library: MongoDB keeps names with $, and those that begin with system., for itself"
                        .formatted(name));
        return name;
    }

    /** A plain value as MongoDB has it. */
    BsonValue value() {
        if (!(node instanceof ScalarNode scalar)) {
            throw fault("this has to be a text, a whole number, true, false or null");
        }
        if (node.getTag().equals(Tag.NULL)) {
            return BsonNull.VALUE;
        }
        if (node.getTag().equals(Tag.BOOL)) {
            return BsonBoolean.valueOf(flag());
        }
        return node.getTag().equals(Tag.INT) && WHOLE.matcher(scalar.getValue()).matches()
                ? new BsonInt32(Integer.parseInt(scalar.getValue()))
                : new BsonString(scalar.getValue());
    }

    boolean flag() {
        return switch (text()) {
            case "true" -> true;
            case "false" -> false;
            default -> throw fault("“%s” has to be true or false".formatted(text()));
        };
    }

    /** The value of one of the words that {@code of} knows. */
    <T> T oneOf(Function<String, Optional<T>> of, List<String> words) {
        return of.apply(text())
                .orElseThrow(() -> fault("“%s” has to be one of %s".formatted(text(), String.join(", ", words))));
    }

    private static String sorted(Set<String> allowed, Set<String> required) {
        List<String> known = new ArrayList<>(allowed);
        known.addAll(required);
        return String.join(", ", known.stream().sorted().toList());
    }
}
