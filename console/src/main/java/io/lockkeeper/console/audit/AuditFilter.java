package io.lockkeeper.console.audit;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.scope.LockScope;
import io.lockkeeper.console.shell.Narrowed;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the audit's page is narrowed to, as it stands in its address.
 *
 * @param lock a part of the lock's name, as it was typed; empty for all
 * @param by a part of the user's name; empty for all
 * @param from the first day, as it was typed; empty for any
 * @param to the last day
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
                Narrowed.text(address, LOCK).strip(),
                Narrowed.text(address, BY).strip(),
                Narrowed.text(address, FROM).strip(),
                Narrowed.text(address, TO).strip(),
                Narrowed.page(address));
    }

    QueryParameters address() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(LOCK, lock);
        values.put(BY, by);
        values.put(FROM, from);
        values.put(TO, to);
        values.put("page", Narrowed.pageNumber(page));
        return Narrowed.by(values);
    }

    /** @throws IllegalArgumentException if a text cannot be searched for, in words for the person who typed it */
    AuditQuery query(LockScope scope) {
        return new AuditQuery(scope, lock, by, AuditQuery.day(from), AuditQuery.day(to));
    }

    /** Another question begins at its first page. */
    AuditFilter withLock(String text) {
        return lock.equals(text.strip()) ? this : new AuditFilter(text.strip(), by, from, to, 0);
    }

    AuditFilter withBy(String text) {
        return by.equals(text.strip()) ? this : new AuditFilter(lock, text.strip(), from, to, 0);
    }

    AuditFilter withDays(String first, String last) {
        return from.equals(first.strip()) && to.equals(last.strip())
                ? this
                : new AuditFilter(lock, by, first.strip(), last.strip(), 0);
    }

    AuditFilter turned(int pages) {
        return new AuditFilter(lock, by, from, to, Math.max(0, page + pages));
    }
}
