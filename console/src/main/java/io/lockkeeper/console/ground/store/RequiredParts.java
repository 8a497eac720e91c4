package io.lockkeeper.console.ground.store;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a record always has, those that are not {@link Nullable}. Spring Data leaves a part null whose field a document lacks,
 * and that would be noticed only where it is used. Thread-safe.
 */
final class RequiredParts {

    private final Map<Class<?>, List<Part>> known = new ConcurrentHashMap<>();

    private record Part(Method accessor, boolean optional) {

        static Part of(RecordComponent component) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true); // most records are their packages' own
            return new Part(accessor, component.getAnnotatedType().isAnnotationPresent(Nullable.class));
        }

        boolean isList() {
            return Collection.class.isAssignableFrom(accessor.getReturnType());
        }

        @Nullable
        Object of(Object whole) {
            try {
                return accessor.invoke(whole);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new IllegalStateException("A part of a record cannot be read", e);
            }
        }
    }

    /** @throws IllegalArgumentException if a record, whether it is this one or within it, lacks a part that it always has */
    void require(@Nullable Object read) {
        if (read instanceof Record) {
            known.computeIfAbsent(read.getClass(), RequiredParts::parts).forEach(part -> require(part, read));
        } else if (read instanceof Collection<?> some) {
            some.forEach(each -> require(Objects.requireNonNull(each, "One of a list is missing")));
        }
    }

    /**
     * Refuses a part that should be a list and is not: Spring would make one of a text.
     *
     * @throws IllegalArgumentException if a part is stored as something else than a list, and is one
     */
    void requireLists(Document stored, Class<?> type) {
        for (Part part : known.computeIfAbsent(type, RequiredParts::parts)) {
            Object value = stored.get(part.accessor().getName());
            if (part.isList() && value != null && !(value instanceof Collection)) {
                throw new IllegalArgumentException(
                        "The field %s is no list".formatted(part.accessor().getName()));
            }
        }
    }

    private void require(Part part, Object whole) {
        Object value = part.of(whole);
        if (value == null && !part.optional()) {
            throw new IllegalArgumentException(
                    "The field %s is missing".formatted(part.accessor().getName()));
        }
        require(value);
    }

    private static List<Part> parts(Class<?> type) {
        return Stream.ofNullable(type.getRecordComponents())
                .flatMap(Arrays::stream)
                .filter(component -> !component.getType().isPrimitive())
                .map(Part::of)
                .toList();
    }
}
