package io.lockkeeper.console.act.audit;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.scope.LockScope;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the audit's page, as its address has it.
 *
 * @param lock a part of the lock's name, as it was typed; empty for all
 * @param by a part of the user's name; empty for all
 * @param from the first day; empty for any. A day in UTC or, where a day of another zone begins, an instant
 * @param to the last day, inclusive; or the instant at which a day of another zone has ended
 * @param page which page of the entries, from 0
 */
record AuditFilter(String lock, String by, String from, String to, int page) {

    static final AuditFilter NONE = new AuditFilter("", "", "", "", 0);

    private static final String LOCK = "lock";
    private static final String BY = "by";
    private static final String FROM = "from";
    private static final String TO = "to";

    static AuditFilter of(QueryParameters address) {
        return new AuditFilter(
                PageQuery.text(address, LOCK).strip(),
                PageQuery.text(address, BY).strip(),
                PageQuery.text(address, FROM).strip(),
                PageQuery.text(address, TO).strip(),
                PageQuery.page(address));
    }

    QueryParameters address() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(LOCK, lock);
        values.put(BY, by);
        values.put(FROM, from);
        values.put(TO, to);
        values.put("page", PageQuery.pageNumber(page));
        return PageQuery.by(values);
    }

    /** @throws IllegalArgumentException if a text cannot be searched for, in words for the person who typed it */
    AuditQuery query(LockScope scope) {
        return new AuditQuery(scope, lock, by, bound(from, 0), bound(to, 1));
    }

    /** The first day as a clock in that zone has it; empty for any. */
    String first(ZoneId zone) {
        return shown(from, 0, zone, Duration.ZERO);
    }

    String last(ZoneId zone) {
        return shown(to, 1, zone, Duration.ofMillis(1));
    }

    /** Another question begins at its first page. */
    AuditFilter withLock(String text) {
        return lock.equals(text.strip()) ? this : new AuditFilter(text.strip(), by, from, to, 0);
    }

    AuditFilter withBy(String text) {
        return by.equals(text.strip()) ? this : new AuditFilter(lock, text.strip(), from, to, 0);
    }

    /** @param zone whose days are meant */
    AuditFilter withDays(String first, String last, ZoneId zone) {
        String begins = address(first, 0, zone);
        String ends = address(last, 1, zone);
        return from.equals(begins) && to.equals(ends) ? this : new AuditFilter(lock, by, begins, ends, 0);
    }

    AuditFilter turned(int pages) {
        return new AuditFilter(lock, by, from, to, Math.max(0, page + pages));
    }

    /**
     * The instant that an address means.
     *
     * @param whole 1 where the day named is meant whole
     */
    private static @Nullable Instant bound(String text, int whole) {
        return isInstant(text) ? instant(text) : AuditQuery.start(AuditQuery.day(text), whole);
    }

    private static boolean isInstant(String text) {
        return text.indexOf('T') >= 0;
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("\"%s\" is no instant as in 2026-11-23T00:00:00Z.".formatted(text), e);
        }
    }

    private static String shown(String text, int whole, ZoneId zone, Duration before) {
        try {
            Instant bound = bound(text, whole);
            return bound == null
                    ? ""
                    : bound.minus(before).atZone(zone).toLocalDate().toString();
        } catch (IllegalArgumentException e) {
            return text; // the page says what is wrong with it
        }
    }

    /** The text for the address; what is not a day stays as it was typed. */
    private static String address(String typed, int whole, ZoneId zone) {
        try {
            LocalDate day = AuditQuery.day(typed);
            if (day == null) {
                return "";
            }
            Instant bound = day.plusDays(whole).atStartOfDay(zone).toInstant();
            return bound.equals(AuditQuery.start(day, whole)) ? day.toString() : bound.toString();
        } catch (IllegalArgumentException e) {
            return typed.strip();
        }
    }
}
