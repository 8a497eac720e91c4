package io.lockkeeper.agent.methods;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Text with arguments and their properties between <code>#{</code> and <code>}</code>, as in {@code order-#{#order.id}}. */
record LockText(String text, List<Part> parts) {

    private static final Pattern EXPRESSION = Pattern.compile("#\\{([^}]*)}");
    /** A probable expression outside its braces, or a property, which the container does not fill. */
    private static final Pattern STRAY = Pattern.compile("#\\{|#[\\p{L}_]\\w*|\\$\\{");

    /** A piece of the text: words, or the value of an argument. */
    private sealed interface Part {
        record Words(String words) implements Part {}

        record Value(ArgumentPath path) implements Part {}
    }

    /** @throws IllegalArgumentException if it names an argument or a property that does not exist */
    static LockText read(String text, Method method) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = EXPRESSION.matcher(text);
        int end = 0;
        while (matcher.find()) {
            parts.add(words(text, end, matcher.start()));
            parts.add(new Part.Value(ArgumentPath.read(matcher.group(1).strip(), method)));
            end = matcher.end();
        }
        parts.add(words(text, end, text.length()));
        return new LockText(text, parts);
    }

    private static Part words(String text, int from, int to) {
        String words = text.substring(from, to);
        Matcher stray = STRAY.matcher(words);
        if (stray.find()) {
            throw new IllegalArgumentException(
                    "\"%s\" has \"%s\", which would stay as it is: write an argument as #{#order.id}"
                            .formatted(text, stray.group()));
        }
        return new Part.Words(words);
    }

    boolean isConstant() {
        return parts.size() == 1;
    }

    /**
     * The name of a lock.
     *
     * @throws IllegalArgumentException if an argument in it is null, empty, or has a text that differs at each call
     */
    String name(@Nullable Object[] arguments) {
        return joined(value -> {
            NamePart.unfit(value.read(arguments)).ifPresent(reason -> {
                throw new IllegalArgumentException("\"%s\" of \"%s\" %s".formatted(value, text, reason));
            });
            return Objects.toString(NamePart.unwrapped(value.read(arguments)));
        });
    }

    /** A text for people. */
    String words(@Nullable Object[] arguments) {
        return joined(value -> Objects.toString(value.read(arguments), ""));
    }

    private String joined(Function<ArgumentPath, String> value) {
        return parts.stream()
                .map(part -> switch (part) {
                    case Part.Words words -> words.words();
                    case Part.Value found -> value.apply(found.path());
                })
                .collect(Collectors.joining());
    }
}
