package io.lockkeeper.agent.methods;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a method, or a property of one, as in {@code #order.customer.id}.
 *
 * @param steps the methods and fields that lead from the argument to its property
 */
record ArgumentPath(String text, int argument, List<Member> steps) {

    private static final Pattern PATH = Pattern.compile("#(\\w+)((?:\\.\\w+)*)");
    private static final Pattern PROPERTY = Pattern.compile("\\w+");

    /** @throws IllegalArgumentException if there is no such argument or property, or no value of its type can name a lock */
    static ArgumentPath read(String text, Method method) {
        Matcher matcher = PATH.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is no argument and no property of one: write #order or #order.id".formatted(text));
        }
        int argument = argument(matcher.group(1), method);
        List<Member> steps = new ArrayList<>();
        Class<?> type = method.getParameterTypes()[argument];
        for (String property : PROPERTY.matcher(matcher.group(2))
                .results()
                .map(MatchResult::group)
                .toList()) {
            Member step = property(property, type, text);
            steps.add(step);
            type = step instanceof Method getter ? getter.getReturnType() : ((Field) step).getType();
        }
        NamePart.refused(type).ifPresent(reason -> {
            throw new IllegalArgumentException("\"%s\" %s".formatted(text, reason));
        });
        return new ArgumentPath(text, argument, List.copyOf(steps));
    }

    /** The argument of that name, or of that number as {@code #a0}. */
    private static int argument(String name, Method method) {
        Parameter[] parameters = method.getParameters();
        IntStream named = IntStream.range(0, parameters.length)
                .filter(i ->
                        parameters[i].isNamePresent() && parameters[i].getName().equals(name));
        IntStream numbered =
                IntStream.range(0, parameters.length).filter(i -> name.equals("a" + i) || name.equals("p" + i));
        return IntStream.concat(named, numbered).findFirst().orElseThrow(() -> none(name, parameters));
    }

    private static IllegalArgumentException none(String name, Parameter[] parameters) {
        boolean named = Arrays.stream(parameters).allMatch(Parameter::isNamePresent);
        List<String> names = Stream.of(parameters).map(Parameter::getName).toList();
        return new IllegalArgumentException("\"#%s\" is none of its arguments%s"
                .formatted(
                        name,
                        named
                                ? " " + names
                                : ", whose names are not compiled in: compile with -parameters, or write #a0"));
    }

    private static Member property(String name, Class<?> type, String path) {
        String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        Set<String> getters = Set.of(name, "get" + capital, "is" + capital);
        return Stream.<Member>concat(
                        Stream.of(type.getMethods())
                                .filter(method -> getters.contains(method.getName())
                                        && method.getParameterCount() == 0
                                        && method.getReturnType() != void.class),
                        Stream.of(type.getFields())
                                .filter(field -> field.getName().equals(name)))
                .filter(member -> !(member instanceof AccessibleObject object) || object.trySetAccessible())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("\"%s\" names \"%s\", and %s has no such property"
                        .formatted(path, name, type.getSimpleName())));
    }

    /** The value; null also if an object on the way to it is null. */
    @Nullable
    Object read(@Nullable Object[] arguments) {
        Object value = arguments[argument];
        for (Member step : steps) {
            value = value == null ? null : read(step, value);
        }
        return value;
    }

    private @Nullable Object read(Member step, Object value) {
        try {
            return step instanceof Method getter ? getter.invoke(value) : ((Field) step).get(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("\"%s\" cannot be read: %s".formatted(text, e), e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
