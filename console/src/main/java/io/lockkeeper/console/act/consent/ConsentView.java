package io.lockkeeper.console.act.consent;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import com.vaadin.flow.router.Menu;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.act.audit.AuditEntry;
import io.lockkeeper.console.act.audit.AuditEntry.Result;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.BrowserAddress;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.NavigationCount;
import io.lockkeeper.console.ground.components.Toasts;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.people.security.Roles;
import io.lockkeeper.console.watch.board.BoardPublisher;
import io.lockkeeper.console.watch.heartbeat.LiveBoard;
import io.lockkeeper.console.watch.source.Boards;
import jakarta.annotation.security.PermitAll;
import java.time.Instant;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The page of requests that wait for a second person's consent. */
@KeepsToScope
@Route("consent")
@Menu(title = "Consent", order = 4.1, icon = "vaadin:eye")
@PageTitle("Consent · Lockkeeper")
@PermitAll
final class ConsentView extends Div {

    private final ConsentFeed feed;
    private final ConsentService consents;
    private final Boards boards;
    private final LockScope scope = LockScope.present();
    private final ServerClock clock;
    private final Background background;
    private final Span summary = styled(new Span(), "summary");
    private final Div list = styled(new Div(), "findings");
    private final Div nothing = new Div(
            new H2("Nothing waits for consent."),
            new Paragraph(
                    "Evictions and pauses of locks whose names match a four-eyes rule are listed here until a second"
                            + " operator consents. Past decisions are in the audit."));
    private final KeyedRows<String, RequestFacts, RequestCard> rows;

    ConsentView(
            ConsentFeed feed,
            ConsentService consents,
            ServerClock clock,
            BoardPublisher publisher,
            Boards boards,
            Background background,
            AuthenticationContext user) {
        this.feed = feed;
        this.consents = consents;
        this.boards = boards;
        this.clock = clock;
        this.background = background;
        String self = user.getPrincipalName().orElse("");
        boolean may = user.hasRole(Roles.OPERATOR);
        rows = new KeyedRows<>(
                list,
                RequestFacts::id,
                () -> new RequestCard(self, may, this::askConsent, facts -> askRefusal(facts, self)),
                RequestCard::show);
        addClassNames("findings-page", "consent-page");
        Div title = styled(new Div(new H1("Consent"), summary), "page-title");
        Header head = styled(new Header(title, styled(new Div(LinkWords.lost()), "tools")), "page-head");
        nothing.addClassName("message");
        add(head, styled(new Div(nothing, list), "entries"));
        LiveBoard.follow(this, publisher, snapshot -> facts(snapshot.serverTime()), this::show);
    }

    private List<RequestFacts> facts(Instant now) {
        return feed.waiting(scope).stream()
                .filter(entry -> ConsentService.needed(entry).until().isAfter(now))
                .map(entry ->
                        RequestFacts.of(entry, boards.of(scope, entry.place().source()), now))
                .toList();
    }

    private void show(List<RequestFacts> requests) {
        Components.text(
                summary,
                requests.isEmpty()
                        ? ""
                        : "%s %s wait for a second person"
                                .formatted(requests.size(), requests.size() == 1 ? "request" : "requests")
                                .replace("1 request wait ", "1 request waits "));
        nothing.setVisible(requests.isEmpty());
        rows.show(requests);
    }

    private void askConsent(RequestFacts facts) {
        String ip = BrowserAddress.present();
        Div content = styled(
                new Div(new Paragraph(facts.asks()), new Paragraph(facts.about()), new Paragraph(facts.consequence())),
                "fields");
        new Confirmation<>(
                        facts.question(),
                        content,
                        facts.verb(),
                        background,
                        () -> consents.consent(facts.id(), ip),
                        this::done)
                .open();
    }

    private void done(Result result) {
        switch (result.outcome()) {
            case MARKED -> Toasts.say("Evicted with your consent. The audit follows it to its end.");
            case ENDED ->
                Toasts.say(result.detail().isEmpty() ? "Done with your consent." : Formats.visible(result.detail()));
            case HOLDER_CHANGED, GONE, ALREADY_MARKED ->
                Toasts.warn("The request was void: %s Nothing was changed."
                        .formatted(result.detail().isEmpty() ? "the lease is evicted already." : result.detail()));
            default -> Toasts.warn("No change was confirmed; the audit says why.");
        }
        again();
    }

    private void askRefusal(RequestFacts facts, String self) {
        String ip = BrowserAddress.present();
        boolean own = facts.isOf(self);
        TextField why = new TextField("Why (it stands in the audit)");
        why.setMaxLength(ConsentService.LONGEST_WORDS);
        Div content = styled(new Div(new Paragraph(facts.asks()), why), "fields");
        new Confirmation<>(
                        (own ? "Take back what you asked for %s?" : "Refuse what is asked for %s?")
                                .formatted(Formats.visible(facts.entry().lock())),
                        content,
                        own ? "Take it back" : "Refuse",
                        background,
                        () -> consents.refuse(facts.id(), why.getValue(), ip),
                        this::refused)
                .open();
    }

    private void refused(AuditEntry decided) {
        again();
    }

    /** Reads again at once, so that a decided request disappears without delay. */
    private void again() {
        background.read(
                () -> {
                    feed.look();
                    return feed.waiting(scope);
                },
                waiting -> show(facts(clock.now())),
                failed -> {});
    }

    @Configuration
    static class ConsentNavigation {

        /** Hidden while there is no rule: it would be of no use, even to administrators. */
        @Bean
        NavigationCount consentEntry(ConsentFeed feed) {
            return new NavigationCount(
                    ConsentView.class,
                    List.of(),
                    locks -> NavigationCount.words(feed.waiting(locks.scope()).size()),
                    feed::isUsed);
        }
    }
}
