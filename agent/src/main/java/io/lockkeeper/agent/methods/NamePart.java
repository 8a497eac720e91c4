package io.lockkeeper.agent.methods;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a value adds to the name of a lock: a text that is the same at each call and in each instance, or it is refused. */
public final class NamePart {

    private static final String DIFFERS = "so each call would get another lock, which protects nothing";
    private static final Pattern IDENTITY = Pattern.compile("[\\w.$/]+@[0-9a-f]{1,8}");
    private static final Pattern HASH = Pattern.compile("@[0-9a-f]{1,8}(?!\\w).*", Pattern.DOTALL);

    private NamePart() {}

    /** The value of an {@code Optional}, null if that is empty; any other value as it is. */
    public static @Nullable Object unwrapped(@Nullable Object value) {
        return switch (value) {
            case Optional<?> optional -> unwrapped(optional.orElse(null));
            case OptionalInt optional -> optional.isPresent() ? optional.getAsInt() : null;
            case OptionalLong optional -> optional.isPresent() ? optional.getAsLong() : null;
            case null, default -> value;
        };
    }

    /** Why no lock can be named after the value: it is null, empty, or has another text at each call. */
    public static Optional<String> unfit(@Nullable Object value) {
        if (value == null) {
            return Optional.of("is null");
        }
        Object inside = unwrapped(value);
        return inside == null || inside.toString().isBlank() ? Optional.of("is empty") : refused(inside);
    }

    /** Why no lock can be named after the value. */
    private static Optional<String> refused(Object value) {
        Class<?> type = value.getClass();
        if (value instanceof CharSequence || value instanceof Number || value instanceof Enum<?>) {
            return Optional.empty();
        }
        if (type.isArray() || isLocal(type)) {
            return refused(type);
        }
        if (value instanceof CompletionStage<?> || LaterResults.returned(value).isPresent()) {
            return Optional.of("is a %s, whose value comes later: wait for it before".formatted(name(type)));
        }
        if (value instanceof Collection<?> || value instanceof Map<?, ?>) {
            return ofSeveral(value);
        }
        return isIdentity(value, type) ? Optional.of(withoutText(type)) : ofComponents(value, type);
    }

    /** Why no lock can be named after any value of the type; empty if that depends on the value. */
    public static Optional<String> refused(Class<?> type) {
        if (type.isArray()) {
            return Optional.of("is a %s, and an array has no text of its own, %s. Name an element of it"
                    .formatted(name(type), DIFFERS));
        }
        if (isLocal(type)) {
            return Optional.of(
                    ("is a %s, whose text is another in another time zone, so two instances could get two locks. Name its"
                                    + " milliseconds, as in #{#day.time}, or take an Instant or a LocalDate")
                            .formatted(name(type)));
        }
        boolean open = type == Object.class || type.isInterface() || Modifier.isAbstract(type.getModifiers());
        return open || type.isPrimitive() || hasText(type) ? Optional.empty() : Optional.of(withoutText(type));
    }

    /** Whether the text of its values depends on where the process runs. */
    private static boolean isLocal(Class<?> type) {
        return Date.class.isAssignableFrom(type) || Calendar.class.isAssignableFrom(type);
    }

    private static boolean hasText(Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != Object.class, Class::getSuperclass)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
                .anyMatch(method -> method.getName().equals("toString") && method.getParameterCount() == 0);
    }

    private static String withoutText(Class<?> type) {
        return "is a %s, which has no toString() of its own, %s. Name a property of it that identifies it, as in #{#order.id}"
                .formatted(name(type), DIFFERS);
    }

    private static Optional<String> ofSeveral(Object value) {
        if (!(value instanceof SequencedCollection<?> || value instanceof SequencedMap<?, ?>)) {
            return Optional.of(
                    "is a %s, whose order may differ in another instance. Name one of its values, or sort them"
                            .formatted(name(value.getClass())));
        }
        Stream<?> parts = value instanceof Map<?, ?> map
                ? Stream.concat(map.keySet().stream(), map.values().stream())
                : ((Collection<?>) value).stream();
        return parts.filter(Objects::nonNull)
                .flatMap(part -> refused(part).stream())
                .findFirst()
                .map(NamePart::inside);
    }

    /** Checks each component of a record with Java's own text, which consists of theirs. */
    private static Optional<String> ofComponents(Object value, Class<?> type) {
        if (!type.isRecord()) {
            return Optional.empty();
        }
        Map<String, Optional<Object>> parts = Arrays.stream(type.getRecordComponents())
                .collect(Collectors.toMap(
                        RecordComponent::getName,
                        part -> Optional.ofNullable(component(part, value)),
                        (one, other) -> one,
                        LinkedHashMap::new));
        String given = parts.entrySet().stream()
                .map(part -> part.getKey() + "=" + part.getValue().orElse(null))
                .collect(Collectors.joining(", ", type.getSimpleName() + "[", "]"));
        return given.equals(value.toString())
                ? parts.values().stream()
                        .flatMap(Optional::stream)
                        .flatMap(part -> refused(part).stream())
                        .findFirst()
                        .map(NamePart::inside)
                : Optional.empty();
    }

    private static @Nullable Object component(RecordComponent part, Object value) {
        try {
            part.getAccessor().setAccessible(true);
            return part.getAccessor().invoke(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("Component %s cannot be read".formatted(part), e);
        }
    }

    private static String inside(String reason) {
        return "contains what " + reason;
    }

    /** Whether the text is an object's identity, also where a proxy or a generated subclass delegates {@code toString}. */
    private static boolean isIdentity(Object value, Class<?> type) {
        String text = value.toString();
        if (Proxy.isProxyClass(type)) {
            return IDENTITY.matcher(text).matches();
        }
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .map(Class::getName)
                .anyMatch(name -> text.startsWith(name)
                        && HASH.matcher(text.substring(name.length())).matches());
    }

    private static String name(Class<?> type) {
        return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
    }
}
