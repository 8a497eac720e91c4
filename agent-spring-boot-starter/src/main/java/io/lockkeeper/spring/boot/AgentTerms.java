package io.lockkeeper.spring.boot;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LeaseListener;
import io.lockkeeper.agent.LockObserver;
import io.lockkeeper.agent.moving.OldLocks;
import io.lockkeeper.spring.startup.RefusedStartException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** Completes the options of a service's agent, from its properties or its own bean, with what its other beans add. */
final class AgentTerms {

    private static final Logger log = LoggerFactory.getLogger(AgentTerms.class);

    /** The properties that become options. */
    private static final List<String> PROPERTIES = List.of(
            "lockkeeper.service",
            "lockkeeper.instance",
            "lockkeeper.ttl",
            "lockkeeper.clock-skew-allowance",
            "lockkeeper.answer-timeout",
            "lockkeeper.indexes",
            "lockkeeper.slow-hold-threshold",
            "lockkeeper.presence",
            "lockkeeper.wakes",
            "lockkeeper.host-agent",
            "lockkeeper.keep.most",
            "lockkeeper.keep.recall-time");

    private AgentTerms() {}

    static AgentOptions of(LockkeeperProperties properties, String service) {
        return checked(() -> {
            AgentOptions defaults = AgentOptions.forService(service);
            AgentOptions options = watched(defaults, properties.hostAgent())
                    .withInstance(Objects.requireNonNullElse(properties.instance(), defaults.instance()))
                    .withClockSkewAllowance(properties.clockSkewAllowance())
                    .withTtl(properties.ttl())
                    .withAnswerTimeout(properties.answerTimeout())
                    .withIndexes(properties.indexes())
                    .withPresence(properties.presence())
                    .withWakes(properties.wakes())
                    .withMostKept(properties.keep().most())
                    .withRecallTime(properties.keep().recallTime());
            return properties.slowHoldThreshold() == null
                    ? options
                    : options.withSlowHoldThreshold(properties.slowHoldThreshold());
        });
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
            ObjectProvider<AgentOptionsCustomizer> customizers) {
        return checked(() -> {
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
    static void warnOfIgnored(Environment environment) {
        List<String> ignored = PROPERTIES.stream()
                .filter(property ->
                        Binder.get(environment).bind(property, String.class).isBound())
                .toList();
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

    static <T> T checked(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException e) {
            throw new RefusedStartException(
                    "The agent's options are invalid. %s.".formatted(e.getMessage()),
                    "Correct the property lockkeeper.* that sets the value, or the AgentOptions or"
                            + " AgentOptionsCustomizer bean.",
                    e);
        }
    }
}
