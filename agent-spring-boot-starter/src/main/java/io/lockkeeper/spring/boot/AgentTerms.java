package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.moving.OldLocks;
import io.lockkeeper.spring.startup.RefusedStartException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Completes the options of a service's agent, from its properties or its own bean, with what its other beans add. */
final class AgentTerms {

    private static final Logger log = LoggerFactory.getLogger(AgentTerms.class);

    private AgentTerms() {}

    static AgentOptions of(LockkeeperProperties properties, String service, Environment environment) {
        AgentOptions options =
                checked(environment, List.of("lockkeeper.service"), () -> AgentOptions.forService(service));
        for (Map.Entry<String, UnaryOperator<AgentOptions>> each :
                byName(properties).entrySet()) {
            AgentOptions before = options;
            options = checked(
                    environment, List.of(each.getKey()), () -> each.getValue().apply(before));
        }
        return options;
    }

    /** What each property adds to the options. */
    private static Map<String, UnaryOperator<AgentOptions>> byName(LockkeeperProperties properties) {
        Map<String, UnaryOperator<AgentOptions>> added = new LinkedHashMap<>();
        added.put("lockkeeper.host-agent", options -> watched(options, properties.hostAgent()));
        added.put(
                "lockkeeper.instance",
                options -> options.withInstance(Objects.requireNonNullElse(properties.instance(), options.instance())));
        added.put(
                "lockkeeper.clock-skew-allowance",
                options -> options.withClockSkewAllowance(properties.clockSkewAllowance()));
        added.put("lockkeeper.ttl", options -> options.withTtl(properties.ttl()));
        added.put("lockkeeper.answer-timeout", options -> options.withAnswerTimeout(properties.answerTimeout()));
        added.put("lockkeeper.indexes", options -> options.withIndexes(properties.indexes()));
        added.put("lockkeeper.presence", options -> options.withPresence(properties.presence()));
        added.put("lockkeeper.wakes", options -> options.withWakes(properties.wakes()));
        added.put(
                "lockkeeper.keep.most",
                options -> options.withMostKept(properties.keep().most()));
        added.put(
                "lockkeeper.keep.recall-time",
                options -> options.withRecallTime(properties.keep().recallTime()));
        added.put(
                "lockkeeper.slow-hold-threshold",
                options -> properties.slowHoldThreshold() == null
                        ? options
                        : options.withSlowHoldThreshold(properties.slowHoldThreshold()));
        return added;
    }

    private static AgentOptions watched(AgentOptions options, String hostAgent) {
        return switch (hostAgent) {
            case "auto" -> options;
            case "none" -> options.withoutHostAgent();
            default -> options.withHostAgent(Path.of(hostAgent));
        };
    }

    /** The completed options: their own listeners come first, then the beans in their order; the customizers are applied last. */
    static AgentOptions completed(
            AgentOptions options,
            ObjectProvider<LeaseListener> listeners,
            ObjectProvider<LockObserver> observers,
            ObjectProvider<AgentOptionsCustomizer> customizers,
            Environment environment) {
        return checked(environment, List.of("lockkeeper.ttl", "lockkeeper.clock-skew-allowance"), () -> {
            AgentOptions completed = options.withListener(
                            LeaseListeners.of(with(options.listener(), listeners.orderedStream(), LeaseListener.NONE)))
                    .withObserver(
                            LockObservers.of(with(options.observer(), observers.orderedStream(), LockObserver.NONE)));
            for (AgentOptionsCustomizer customizer : customizers.orderedStream().toList()) {
                completed = customizer.customize(completed);
            }
            return completed.requireFit();
        });
    }

    /** Adds the locks of the library from which the service migrates, if it does. */
    static AgentOptions moving(@Nullable String from, AgentClient client, AgentOptions options) {
        return StringUtils.hasText(from)
                ? options.withOuterLocks(OldLocks.of(from, client.client(), client.database()))
                : options;
    }

    /** Warns of properties that are ignored, because an {@link AgentOptions} bean replaces all of them. */
    static void warnOfIgnored(LockkeeperProperties properties, Environment environment) {
        List<String> names = Stream.concat(Stream.of("lockkeeper.service"), byName(properties).keySet().stream())
                .toList();
        List<String> ignored = SetProperties.describe(environment, names);
        if (!ignored.isEmpty()) {
            log.warn(
                    "{} ignored: the service has an AgentOptions bean of its own, which says all of that. Make it an"
                            + " AgentOptionsCustomizer to keep the properties",
                    String.join(", ", ignored) + (ignored.size() == 1 ? " is" : " are"));
        }
    }

    private static <T> List<T> with(T own, Stream<T> beans, T none) {
        return Stream.concat(Stream.of(own), beans)
                .filter(each -> !each.equals(none))
                .distinct()
                .toList();
    }

    /** @param names the properties that the options may be invalid by */
    static <T> T checked(Environment environment, List<String> names, Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            List<String> set = SetProperties.describe(environment, names);
            throw new RefusedStartException(
                    "%s invalid. %s."
                            .formatted(
                                    set.isEmpty()
                                            ? "The agent's options are"
                                            : String.join(", ", set) + (set.size() == 1 ? " is" : " are"),
                                    e.getMessage()),
                    set.isEmpty()
                            ? "Correct the AgentOptions or AgentOptionsCustomizer bean."
                            : "Correct the property there, or what an AgentOptionsCustomizer bean makes of it.",
                    e);
        }
    }
}
