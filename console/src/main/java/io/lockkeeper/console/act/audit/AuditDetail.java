package io.lockkeeper.console.act.audit;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.DescriptionList;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.act.audit.AuditEntry.End;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.agents.LateWords;
import io.lockkeeper.console.watch.board.EvictionState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;

/** An entry in full, with links to its lock and to who held and wanted that lock at that moment. */
final class AuditDetail extends Div {

    private final Times times = Times.present();
    private final DescriptionList facts = new DescriptionList();
    private final AuditEntry entry;
    private final OutcomeCell outcome;

    AuditDetail(AuditEntry entry, boolean operator) {
        this.entry = entry;
        outcome = new OutcomeCell(entry, operator);
        addClassName("audit-detail");
        asked();
        consent();
        course();
        add(facts, links());
    }

    void refresh(Function<AuditEntry, EvictionState> states) {
        outcome.refresh(states);
    }

    private void asked() {
        fact("Asked", at(entry.at()));
        fact("By", text(entry.ip().isEmpty() ? entry.by() : "%s, from %s".formatted(entry.by(), entry.ip())));
        fact("For", text(entry.action().words()));
        fact("Lock", text(entry.lock()));
        if (!entry.place().collection().isEmpty()) {
            fact("Source", text(entry.place().source()));
        }
        fact(subject(), text(times.in(entry.holder())));
        fact(entry.action().isEviction() ? "Lease" : "Id", text(lease()));
        fact("Reason", text(entry.reason().isEmpty() ? "none" : entry.reason()));
    }

    private String subject() {
        return switch (entry.action()) {
            case EVICT, EVICT_NOW -> "Holder";
            case PAUSE, RESUME -> "Pause";
            case TAKE_OUT -> "Waiter";
        };
    }

    private String lease() {
        return entry.token() == 0
                ? entry.acquirer()
                : String.format(Locale.ROOT, "%s, token %d", entry.acquirer(), entry.token());
    }

    private void consent() {
        Consent consent = entry.consent();
        if (consent == null) {
            return;
        }
        fact(
                "Consent",
                text("Names that match %s need a second person’s, until %s"
                        .formatted(consent.rule(), times.exact(consent.until()))));
        Consent.Decision made = consent.decision();
        if (made == null) {
            fact("Decision", text("none yet"));
        } else {
            String from = made.ip().isEmpty() ? "" : ", from " + made.ip();
            fact("Decision", text(ConsentWords.line(consent) + from), at(made.at()));
        }
    }

    private void course() {
        fact("Outcome", outcome);
        Result result = entry.result();
        if (result != null) {
            fact("Answered", at(result.at()));
        } else if (entry.isToBeDone()) {
            fact("Answered", text("no answer of MongoDB is recorded"));
        }
        End end = entry.end();
        if (end != null) {
            fact("Its end", text("noticed"), at(end.at()));
        }
        entry.late()
                .forEach(deed -> fact(
                        "Afterwards",
                        text("%s %s after its eviction, first"
                                .formatted(LateWords.deed(deed.kind()), Formats.lasted(deed.after()))),
                        at(deed.at())));
        fact("Entry", text(entry.id()));
    }

    private void fact(String name, Component... values) {
        DescriptionList.Description value = new DescriptionList.Description();
        value.add(values);
        facts.add(new Div(new DescriptionList.Term(name), value));
    }

    private Div links() {
        Anchor lock = link("Open the lock", LockAddress.page(entry.place()));
        Anchor history = link(
                "Its history at that moment", "history?at=%s&lock=%s".formatted(entry.at(), inAddress(entry.lock())));
        Div links = new Div(lock, history, link("What happened around it", IncidentAddress.around(entry.at(), null)));
        links.addClassName("links");
        return links;
    }

    private static String inAddress(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Anchor link(String words, String address) {
        Anchor link = new Anchor(address, words);
        link.setRouterIgnore(false);
        return link;
    }

    private Span at(Instant at) {
        Span shown = new Span(times.exact(at));
        shown.addClassName("num");
        shown.setTitle(Formats.exact(at));
        return shown;
    }

    private static Span text(String text) {
        Span shown = new Span(Formats.visible(text));
        shown.getElement().setAttribute("dir", "auto");
        return shown;
    }
}
