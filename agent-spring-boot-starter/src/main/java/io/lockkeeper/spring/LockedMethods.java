package io.lockkeeper.spring;

import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.agent.methods.LockKind;
import io.lockkeeper.agent.methods.Locked;
import io.lockkeeper.agent.methods.MethodLock;
import io.lockkeeper.agent.methods.Terms;
import io.lockkeeper.agent.methods.WhenRefused;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodClassKey;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.MethodIntrospector.MetadataLookup;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Reads {@link Locked}, once for each method. */
final class LockedMethods {

    private static final SpelExpressionParser EXPRESSIONS = new SpelExpressionParser();
    private static final Pattern WITHOUT_UNIT = Pattern.compile("[+-]?\\d+");

    private final ConfigurableBeanFactory beans;
    private final Optional<Duration> longestWait;
    private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();
    private final Map<MethodClassKey, LockedMethod> known = new ConcurrentHashMap<>();

    /** @param longestWait of methods that throw when refused and say none themselves */
    LockedMethods(ConfigurableBeanFactory beans, Optional<Duration> longestWait) {
        this.beans = beans;
        this.longestWait = longestWait;
    }

    /** The annotation of the method, else that of the class; both may be inherited. */
    static MergedAnnotation<Locked> annotation(Method method, Class<?> type) {
        MergedAnnotation<Locked> own =
                MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(Locked.class);
        return own.isPresent() || !isCoveredByItsClass(method, type)
                ? own
                : MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).get(Locked.class);
    }

    static boolean isAnnotated(Method method) {
        return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).isPresent(Locked.class);
    }

    /** Whether its class's annotation covers the method: if public, or if visible in its package, which {@link Unfit} then refuses. */
    private static boolean isCoveredByItsClass(Method method, Class<?> type) {
        int modifiers = method.getModifiers();
        boolean ofThePackage = !Modifier.isPrivate(modifiers)
                && !method.isSynthetic()
                && method.getDeclaringClass().getPackageName().equals(type.getPackageName());
        boolean called = Modifier.isPublic(modifiers) || ofThePackage;
        return called && !Modifier.isStatic(modifiers) && method.getDeclaringClass() != Object.class;
    }

    /** The methods of a class that have the annotation, or whose class has it; both may be inherited. */
    static Set<Method> in(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, Locked.class)) {
            return Set.of();
        }
        MetadataLookup<Boolean> isLocked = method -> annotation(method, type).isPresent() ? Boolean.TRUE : null;
        return MethodIntrospector.selectMethods(type, isLocked).keySet();
    }

    /**
     * The parsed annotation of the method.
     *
     * @throws RuntimeException if that cannot be parsed, or breaks a rule of {@link LockRequest}
     */
    LockedMethod of(Method called, Class<?> targetClass) {
        return known.computeIfAbsent(new MethodClassKey(called, targetClass), key -> {
            Method method = AopUtils.getMostSpecificMethod(called, targetClass);
            return parse(method, targetClass, annotation(method, targetClass));
        });
    }

    EvaluationContext context(LockedMethod locked, @Nullable Object target, @Nullable Object[] arguments) {
        MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
                Objects.requireNonNull(target), locked.method(), arguments, parameterNames);
        context.setBeanResolver(new BeanFactoryResolver(beans));
        return context;
    }

    private LockedMethod parse(Method method, Class<?> bean, MergedAnnotation<Locked> locked) {
        WhenRefused whenRefused = locked.getEnum("whenRefused", WhenRefused.class);
        String otherwise = text(locked, "otherwise");
        MethodLock lock = new MethodLock(
                method,
                locked.getEnum("kind", LockKind.class),
                locked.getInt("permits"),
                locked.getInt("capacity"),
                Terms.of(
                        name -> duration(locked, name, whenRefused),
                        whenRefused,
                        locked.getBoolean("backgroundRelease")),
                whenRefused);
        LockedMethod parsed = new LockedMethod(
                lock,
                text(locked, "agent"),
                Template.parse(text(locked, "value")),
                otherwise.isEmpty() ? null : EXPRESSIONS.parseExpression(otherwise),
                Template.parse(text(locked, "note")));
        check(parsed, bean);
        return parsed;
    }

    /** Tries the annotation once, so that a broken rule is found at the start. */
    private void check(LockedMethod locked, Class<?> bean) {
        Spelling spelling = new Spelling(locked.method(), bean, parameterNames);
        spelling.checkName(locked.name());
        spelling.check(locked.note());
        if (locked.otherwise() != null) {
            spelling.check(locked.otherwise(), locked.otherwise().getExpressionString());
        }
        boolean constant = locked.name().parts().stream().allMatch(LiteralExpression.class::isInstance);
        LockRequest unused = locked.lock().request(constant ? locked.name().text() : "checked");
    }

    private Optional<Duration> duration(MergedAnnotation<Locked> locked, String attribute, WhenRefused whenRefused) {
        String text = text(locked, attribute);
        if (text.isEmpty()) {
            boolean waits = attribute.equals("longestWait") && whenRefused == WhenRefused.THROW;
            return waits ? longestWait : Optional.empty();
        }
        try {
            if (WITHOUT_UNIT.matcher(text).matches()) {
                throw new IllegalArgumentException("it has no unit");
            }
            return Optional.of(DurationStyle.detectAndParse(text));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s = \"%s\" is no duration (%s): write 30s, 5m or PT30S"
                            .formatted(attribute, text, e.getMessage()),
                    e);
        }
    }

    private String text(MergedAnnotation<Locked> locked, String attribute) {
        String text = Objects.requireNonNullElse(beans.resolveEmbeddedValue(locked.getString(attribute)), "");
        if (text.contains("${")) {
            throw new IllegalArgumentException(
                    "%s = \"%s\" has a placeholder that no property fills".formatted(attribute, text));
        }
        return text;
    }
}
