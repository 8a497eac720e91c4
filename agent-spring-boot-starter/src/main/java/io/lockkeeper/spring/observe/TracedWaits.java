package io.lockkeeper.spring.observe;

import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.model.Owner;
import io.lockkeeper.spring.observe.LockObservations.WaitLinks;
import io.micrometer.observation.Observation;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.TracingObservationHandler.TracingContext;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span of each wait, with links to the traces of the holders that it waited for. A holder's trace travels with its entry in the lock, as the detail
 * {@code traceparent} in the form that the W3C gives it, so that it is found across services.
 */
public final class TracedWaits implements WaitLinks {

    /** The detail's key. */
    public static final String DETAIL = "traceparent";

    private static final Pattern TRACEPARENT =
            Pattern.compile("00-(\\p{XDigit}{32})-(\\p{XDigit}{16})-(\\p{XDigit}{2})");

    private final Tracer tracer;

    public TracedWaits(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public LockRequest sign(LockRequest asked, Observation observation) {
        return span(observation)
                .map(Span::context)
                .filter(context -> !context.traceId().isEmpty())
                .map(context -> sign(asked, traceparent(context)))
                .orElse(asked);
    }

    /** The request with its trace, or unchanged if it already has as many details as it may. */
    private static LockRequest sign(LockRequest asked, String traceparent) {
        try {
            return asked.withDetail(DETAIL, traceparent);
        } catch (IllegalArgumentException full) {
            return asked;
        }
    }

    @Override
    public Wait waiting(Observation observation, String group, List<Owner> holders) {
        return new Traced(span(observation).orElse(null), group, holders, Instant.now());
    }

    private static Optional<Span> span(Observation observation) {
        TracingContext tracing = observation.getContextView().get(TracingContext.class);
        return Optional.ofNullable(tracing).map(TracingContext::getSpan);
    }

    private static String traceparent(TraceContext context) {
        String traceId = "0".repeat(Math.max(0, 32 - context.traceId().length())) + context.traceId();
        return "00-%s-%s-%s"
                .formatted(traceId, context.spanId(), Boolean.FALSE.equals(context.sampled()) ? "00" : "01");
    }

    private Optional<Link> link(Owner owner) {
        Matcher traceparent = TRACEPARENT.matcher(owner.details().values().getOrDefault(DETAIL, ""));
        if (!traceparent.matches()) {
            return Optional.empty();
        }
        TraceContext holder = tracer.traceContextBuilder()
                .traceId(traceparent.group(1))
                .spanId(traceparent.group(2))
                .sampled(traceparent.group(3).endsWith("1"))
                .build();
        return Optional.of(new Link(holder, Map.of("lockkeeper.service", owner.service())));
    }

    /** Makes the span at the end of the wait, when it is known which holders it waited for. */
    private final class Traced implements Wait {
        private final @Nullable Span parent;
        private final String group;
        private final List<Owner> holders;
        private final Instant since;

        Traced(@Nullable Span parent, String group, List<Owner> holders, Instant since) {
            this.parent = parent;
            this.group = group;
            this.holders = holders;
            this.since = since;
        }

        @Override
        public void granted(Optional<Owner> previous) {
            end(previous.map(List::of).orElse(holders));
        }

        @Override
        public void failed() {
            end(holders);
        }

        private void end(List<Owner> waitedFor) {
            Span.Builder span = tracer.spanBuilder()
                    .name("wait " + group)
                    .tag("lock", group)
                    .startTimestamp(TimeUnit.MILLISECONDS.toMicros(since.toEpochMilli()), TimeUnit.MICROSECONDS);
            if (parent != null) {
                span.setParent(parent.context());
            }
            waitedFor.forEach(holder -> link(holder).ifPresent(span::addLink));
            span.start().end();
        }
    }
}
