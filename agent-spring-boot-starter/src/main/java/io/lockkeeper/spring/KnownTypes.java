package io.lockkeeper.spring;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.ResolvableType;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.util.StringUtils;

/**
 * The types of an expression's parts, as far as they are known before a call: from those of the parameters and of the bean, property by
 * property.
 *
 * @param variables by name
 * @param bean what a name without {@code #} is a property of
 */
record KnownTypes(Map<String, ResolvableType> variables, ResolvableType bean) {

    /**
     * The type of the whole expression, if it is known.
     *
     * @throws IllegalArgumentException if it names a property or a method that does not exist
     */
    Optional<ResolvableType> of(SpelNode node) {
        if (!(node instanceof CompoundExpression)) {
            return step(Optional.of(bean), node);
        }
        Optional<ResolvableType> type = Optional.of(bean);
        for (int i = 0; i < node.getChildCount(); i++) {
            type = step(type, node.getChild(i));
        }
        return type;
    }

    private Optional<ResolvableType> step(Optional<ResolvableType> from, SpelNode node) {
        return switch (node) {
            case VariableReference variable ->
                Optional.ofNullable(variables.get(variable.toStringAST().substring(1)));
            case PropertyOrFieldReference property ->
                from.filter(KnownTypes::isComplete).flatMap(type -> property(type, property.getName()));
            case MethodReference method ->
                from.filter(KnownTypes::isComplete).flatMap(type -> called(type, method.getName()));
            default -> Optional.empty();
        };
    }

    /** Whether the type has nearly all properties of its objects; an interface or an abstract class has not. */
    private static boolean isComplete(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        return raw != Object.class
                && !raw.isInterface()
                && !Modifier.isAbstract(raw.getModifiers())
                && !Map.class.isAssignableFrom(raw);
    }

    private static Optional<ResolvableType> property(ResolvableType type, String name) {
        Class<?> raw = type.resolve(Object.class);
        Stream<ResolvableType> read = Arrays.stream(raw.getMethods())
                .filter(method -> isGetter(method, name))
                .map(method -> ResolvableType.forMethodReturnType(method, raw));
        Stream<ResolvableType> fields = Arrays.stream(raw.getFields())
                .filter(field -> field.getName().equals(name))
                .map((Field field) -> ResolvableType.forField(field, raw));
        return Optional.of(Stream.concat(read, fields)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("is no property of %s, which has neither %s() nor get%s()"
                                .formatted(raw.getSimpleName(), name, StringUtils.capitalize(name)))));
    }

    private static boolean isGetter(Method method, String property) {
        String name = method.getName();
        return method.getParameterCount() == 0
                && method.getReturnType() != void.class
                && (name.equals(property)
                        || Stream.of("get", "is")
                                .anyMatch(prefix -> name.equals(prefix + property)
                                        || name.equals(prefix + StringUtils.capitalize(property))));
    }

    /** The type that the method returns; unknown if several methods have the name. */
    private static Optional<ResolvableType> called(ResolvableType type, String name) {
        Class<?> raw = type.resolve(Object.class);
        Method[] named = Arrays.stream(raw.getMethods())
                .filter(method -> method.getName().equals(name) && !method.isBridge())
                .toArray(Method[]::new);
        if (named.length == 0) {
            throw new IllegalArgumentException("is no public method of %s".formatted(raw.getSimpleName()));
        }
        return named.length == 1 ? Optional.of(ResolvableType.forMethodReturnType(named[0], raw)) : Optional.empty();
    }
}
