package io.lockkeeper.console.act.audit;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.watch.board.EvictionWords;
import java.util.List;

/** The evictions and pauses of a lock, from the audit, the latest first. */
public final class PastEvictions extends Section {

    private final RedrawnPanel<List<AuditEntry>> entries = new RedrawnPanel<>(PastEvictions::list);

    public PastEvictions() {
        addClassNames("card", "past-evictions");
        add(new H2("Past evictions and pauses"), entries);
        setVisible(false);
    }

    public void show(List<AuditEntry> evictions) {
        setVisible(!evictions.isEmpty());
        entries.show(evictions);
    }

    private static List<Component> list(List<AuditEntry> evictions) {
        OrderedList list = new OrderedList();
        list.addClassName("leases");
        evictions.forEach(entry -> list.add(item(entry)));
        return List.of(list);
    }

    private static ListItem item(AuditEntry entry) {
        Span at = Components.span("num dim", Times.present().named(entry.at()));
        Span who = Components.span("who", entry.holder());
        Span outcome = Components.span("ending evicted", outcome(entry));
        Span why = Components.span(
                "dim why", "%s by %s: %s".formatted(entry.action().words(), entry.actors(), entry.reason()));
        return new ListItem(at, who, outcome, why);
    }

    /** The recorded outcome: how the lease ended, else MongoDB's answer. */
    private static String outcome(AuditEntry entry) {
        return RecordedOutcome.of(entry)
                .map(RecordedOutcome::brief)
                .orElseGet(() -> EvictionWords.brief(Course.recorded(entry).state()));
    }
}
