package io.lockkeeper.faults.history;

import java.lang.reflect.RecordComponent;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Events as lines: the name of the kind, then each component, none of which contains a space. */
public final class EventText {

    private static final Map<String, Class<?>> KINDS = Arrays.stream(Event.class.getPermittedSubclasses())
            .collect(Collectors.toMap(Class::getSimpleName, Function.identity()));

    private EventText() {}

    public static String write(Event event) {
        return Stream.concat(
                        Stream.of(event.getClass().getSimpleName()),
                        Arrays.stream(event.getClass().getRecordComponents()).map(each -> text(each, event)))
                .collect(Collectors.joining(" "));
    }

    /**
     * Reads one line.
     *
     * @throws IllegalArgumentException if it is none that {@link #write} wrote
     */
    public static Event read(String line) {
        String[] words = line.split(" ", -1);
        Class<?> kind = KINDS.get(words[0]);
        if (kind == null || kind.getRecordComponents().length != words.length - 1) {
            throw new IllegalArgumentException("No event: " + line);
        }
        RecordComponent[] components = kind.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(components[i].getType(), words[i + 1]);
        }
        return create(kind, components, values);
    }

    private static Event create(Class<?> kind, RecordComponent[] components, Object[] values) {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            return (Event) kind.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(RecordComponent component, Event event) {
        try {
            return URLEncoder.encode(String.valueOf(component.getAccessor().invoke(event)), StandardCharsets.UTF_8);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object value(Class<?> type, String word) {
        String text = URLDecoder.decode(word, StandardCharsets.UTF_8);
        if (type == long.class) {
            return Long.valueOf(text);
        }
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        return type == boolean.class ? (Object) Boolean.valueOf(text) : text;
    }
}
