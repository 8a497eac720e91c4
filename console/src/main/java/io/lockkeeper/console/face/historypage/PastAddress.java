package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.history.Party;
import io.lockkeeper.console.remember.history.PastQuestion;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the History page shows, as its address says.
 *
 * @param at the moment, by the server's clock; null for the present
 * @param window what is asked about the moment
 * @param from when the time begins that is asked about; null unless {@code window} is {@link Window#SINCE}
 * @param source the id of the source that is asked about, empty for the console's first collection; null for all
 * @param lock the name of a lock; empty for all, as for the others
 * @param by the name of an operator who evicted
 * @param costs that it shows who cost whom; null for leases
 * @param next where a further page begins; null for the first
 */
record PastAddress(
        @Nullable Instant at,
        Window window,
        @Nullable Instant from,
        @Nullable String source,
        String lock,
        String service,
        String host,
        String by,
        @Nullable CostAddress costs,
        @Nullable Instant next) {

    static final PastAddress NOW = new PastAddress(null, Window.MOMENT, null, null, "", "", "", "", null, null);

    private static final String AT = "at";
    private static final String WINDOW = "window";
    private static final String FROM = "from";
    /** Stands for an id, each of which contains a dot. */
    private static final String FIRST = "first";

    private static final String LOCK = "lock";
    private static final String SERVICE = "service";
    private static final String HOST = "host";
    private static final String BY = "by";
    private static final String NEXT = "next";

    static PastAddress of(QueryParameters address) {
        return new PastAddress(
                instant(PageQuery.text(address, AT)),
                Window.of(PageQuery.text(address, WINDOW)),
                instant(PageQuery.text(address, FROM)),
                source(PageQuery.text(address, LockAddress.SOURCE)),
                PageQuery.text(address, LOCK),
                PageQuery.text(address, SERVICE).strip(),
                PageQuery.text(address, HOST).strip(),
                PageQuery.text(address, BY).strip(),
                CostAddress.of(address),
                instant(PageQuery.text(address, NEXT)));
    }

    /** Costs are of a time: of an hour unless another is chosen. */
    PastAddress {
        if (costs != null && window == Window.MOMENT) {
            window = Window.HOUR;
        }
        if (window != Window.SINCE) {
            from = null;
        }
    }

    QueryParameters address() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(AT, at == null ? "" : at.toString());
        values.put(WINDOW, window.address());
        values.put(FROM, from == null ? "" : from.toString());
        values.put(LockAddress.SOURCE, source == null ? "" : source.isEmpty() ? FIRST : LockAddress.of(source));
        values.put(LOCK, lock);
        values.put(SERVICE, service);
        values.put(HOST, host);
        values.put(BY, by);
        values.put(NEXT, next == null ? "" : next.toString());
        if (costs != null) {
            costs.put(values);
        }
        return PageQuery.by(values);
    }

    /** Of another moment, to the second. */
    PastAddress at(@Nullable Instant moment) {
        Instant whole = moment == null || moment.equals(at) ? moment : moment.truncatedTo(ChronoUnit.SECONDS);
        return new PastAddress(whole, window, from, source, lock, service, host, by, costs, null);
    }

    /** The address of the time from that moment on. */
    PastAddress from(Instant moment) {
        Instant whole = moment.truncatedTo(ChronoUnit.SECONDS);
        return new PastAddress(at, Window.SINCE, whole, source, lock, service, host, by, costs, null);
    }

    /** The leases of exactly that time. */
    PastAddress within(Instant begin, Instant end) {
        return new PastAddress(end, Window.SINCE, begin, source, lock, service, host, by, null, null);
    }

    /** What was held of a lock at exactly that moment, by that holder. */
    static PastAddress of(LockId lock, @Nullable Party holder, Instant moment) {
        Party named = lock.isFirst() ? holder : null;
        String service = named == null ? "" : named.service();
        String host = named == null ? "" : named.host();
        return new PastAddress(moment, Window.MOMENT, null, lock.source(), lock.name(), service, host, "", null, null);
    }

    /** A moment has no costs: they are added up over a time. */
    PastAddress asking(Window other) {
        return new PastAddress(
                at, other, from, source, lock, service, host, by, other == Window.MOMENT ? null : costs, null);
    }

    PastAddress costing(@Nullable CostAddress other) {
        return new PastAddress(at, window, from, source, lock, service, host, by, other, null);
    }

    PastAddress named(String otherLock, String otherService, String otherHost, String otherBy) {
        return new PastAddress(
                at,
                window,
                from,
                source,
                otherLock,
                otherService.strip(),
                otherHost.strip(),
                otherBy.strip(),
                costs,
                null);
    }

    /** The address for one source, or for all if null. */
    PastAddress in(@Nullable String otherSource) {
        return new PastAddress(at, window, from, otherSource, lock, service, host, by, costs, null);
    }

    /** A further page, of the same moment; the first where it begins nowhere. */
    PastAddress page(Instant moment, @Nullable Instant beginning) {
        PastAddress first = at(moment);
        return new PastAddress(first.at, window, from, source, lock, service, host, by, costs, beginning);
    }

    boolean isNarrowed() {
        return source != null || !(lock + service + host + by).isEmpty();
    }

    /** The moment that it asks about, which is never in the future. */
    Instant moment(Instant now) {
        return at == null || at.isAfter(now) ? now : at;
    }

    /** The length of the time; null for the moment itself. A time that begins too long before its end, or after it, counts as its end. */
    @Nullable
    Duration length(Instant now) {
        if (from == null || !from.isBefore(moment(now))) {
            return window.length();
        }
        Duration asked = Duration.between(from, moment(now));
        return asked.compareTo(Window.LONGEST) > 0 ? Window.LONGEST : asked;
    }

    /** @throws IllegalArgumentException if a name is invalid, in words for the person who typed it */
    PastQuestion question(LockScope scope, Instant now) {
        LockScope within = source == null ? scope : scope.ofSource(source);
        return new PastQuestion(within, moment(now), length(now), lock, service, host, by, next);
    }

    private static @Nullable String source(String text) {
        if (text.isEmpty()) {
            return null;
        }
        return text.equals(FIRST) ? LockId.FIRST : LockAddress.nameOf(text);
    }

    /** An instant as addresses write it: in UTC. Text that is none, or none of which there could be a history, means now. */
    static @Nullable Instant instant(String text) {
        if (text.isBlank()) {
            return null;
        }
        try {
            Instant read =
                    LocalDateTime.parse(text.strip().replaceFirst("Z$", "")).toInstant(ZoneOffset.UTC);
            return PastQuestion.canBeAbout(read) ? read : null;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
