package io.lockkeeper.spring;

import io.lockkeeper.agent.LockRequest;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
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
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Reads {@link Locked}, each method once. */
final class LockedMethods {

    private static final SpelExpressionParser EXPRESSIONS = new SpelExpressionParser();

    private final ConfigurableBeanFactory beans;
    private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();
    private final Map<MethodClassKey, LockedMethod> known = new ConcurrentHashMap<>();

    LockedMethods(ConfigurableBeanFactory beans) {
        this.beans = beans;
    }

    static MergedAnnotation<Locked> annotation(Method method) {
        return MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY).get(Locked.class);
    }

    /** Those of a class that have the annotation, also by inheritance. */
    static Set<Method> in(Class<?> type) {
        if (!AnnotationUtils.isCandidateClass(type, Locked.class)) {
            return Set.of();
        }
        MetadataLookup<Boolean> isLocked = method -> annotation(method).isPresent() ? Boolean.TRUE : null;
        return MethodIntrospector.selectMethods(type, isLocked).keySet();
    }

    /**
     * What is said of the method.
     *
     * @throws RuntimeException if that cannot be parsed, or breaks a rule of {@link LockRequest}
     */
    LockedMethod of(Method called, Class<?> targetClass) {
        return known.computeIfAbsent(new MethodClassKey(called, targetClass), key -> {
            Method method = AopUtils.getMostSpecificMethod(called, targetClass);
            return parse(method, annotation(method));
        });
    }

    EvaluationContext context(LockedMethod locked, @Nullable Object target, @Nullable Object[] arguments) {
        MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
                Objects.requireNonNull(target), locked.method(), arguments, parameterNames);
        context.setBeanResolver(new BeanFactoryResolver(beans));
        return context;
    }

    private LockedMethod parse(Method method, MergedAnnotation<Locked> locked) {
        WhenRefused whenRefused = locked.getEnum("whenRefused", WhenRefused.class);
        Optional<Duration> longestWait = duration(locked, "longestWait");
        String otherwise = text(locked, "otherwise");
        return new LockedMethod(
                method,
                Template.parse(text(locked, "value")),
                locked.getEnum("kind", LockKind.class),
                locked.getInt("permits"),
                locked.getInt("capacity"),
                terms(locked),
                whenRefused == WhenRefused.SKIP ? longestWait.or(() -> Optional.of(Duration.ZERO)) : longestWait,
                whenRefused,
                otherwise.isEmpty() ? null : EXPRESSIONS.parseExpression(otherwise),
                Template.parse(text(locked, "note")));
    }

    /** Tried once, so that a duration out of its bounds is found now. */
    private UnaryOperator<LockRequest> terms(MergedAnnotation<Locked> locked) {
        Optional<Duration> ttl = duration(locked, "ttl");
        Optional<Duration> longestHold = duration(locked, "longestHold");
        Optional<Duration> shortestHold = duration(locked, "shortestHold");
        UnaryOperator<LockRequest> terms = request -> {
            LockRequest lasting = ttl.map(request::withTtl).orElse(request);
            LockRequest ending = longestHold.map(lasting::withLongestHold).orElse(lasting);
            return shortestHold.map(ending::withShortestHold).orElse(ending);
        };
        LockRequest unused =
                terms.apply(LockRequest.permits("checked", locked.getInt("permits"), locked.getInt("capacity")));
        return terms;
    }

    private Optional<Duration> duration(MergedAnnotation<Locked> locked, String attribute) {
        String text = text(locked, attribute);
        return text.isEmpty() ? Optional.empty() : Optional.of(DurationStyle.detectAndParse(text));
    }

    private String text(MergedAnnotation<Locked> locked, String attribute) {
        return Objects.requireNonNullElse(beans.resolveEmbeddedValue(locked.getString(attribute)), "");
    }
}
