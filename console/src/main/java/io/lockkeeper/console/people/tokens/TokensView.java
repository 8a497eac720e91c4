package io.lockkeeper.console.people.tokens;

import static io.lockkeeper.console.ground.components.Components.action;
import static io.lockkeeper.console.ground.components.Components.message;
import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import com.vaadin.flow.spring.security.AuthenticationContext;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Notice;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.store.ConsolePrivileges;
import io.lockkeeper.console.ground.store.OwnRecords;
import io.lockkeeper.console.people.security.ConsoleUser;
import io.lockkeeper.console.people.security.Role;
import jakarta.annotation.security.PermitAll;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A user's personal tokens for the API, and everybody's for administrators. */
@KeepsToScope
@Route("tokens")
@PageTitle("API tokens · Lockkeeper")
@PermitAll
final class TokensView extends Div {

    private final Tokens tokens;
    private final Background background;
    private final ConsolePrivileges keeping;
    private final OwnRecords records;
    private final ServerClock clock;
    private final Optional<ConsoleUser> user;
    private final Button create = new Button("Create token");
    private final Notice notice = new Notice();
    private final Div list = styled(new Div(), "entries");

    TokensView(
            Tokens tokens,
            Background background,
            ConsolePrivileges keeping,
            OwnRecords records,
            ServerClock clock,
            AuthenticationContext present) {
        this.tokens = tokens;
        this.background = background;
        this.keeping = keeping;
        this.records = records;
        this.clock = clock;
        user = present.getAuthenticatedUser(ConsoleUser.class);
        addClassName("tokens-page");
        add(head(), list);
        load();
    }

    private Header head() {
        Span what = styled(new Span("Programs send one with each request to the API, and act as you"), "summary");
        Div title = styled(new Div(new H1("API tokens"), what), "page-title");
        Role most = user.map(ConsoleUser::role).orElse(Role.VIEWER);
        create.addClickListener(click -> new NewTokenDialog(most, tokens, background, this::load).open());
        create.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
        return styled(new Header(title, styled(new Div(create, LinkWords.lost()), "tools"), notice), "page-head");
    }

    private boolean isAdmin() {
        return user.filter(it -> it.role() == Role.ADMIN).isPresent();
    }

    private void load() {
        Optional<String> why = keeping.whyNoTokenIsChanged();
        notice.show(why.map(
                each -> "Tokens need the console’s own database, and cannot be created or revoked: " + each + "."));
        create.setEnabled(why.isEmpty());
        boolean admin = isAdmin();
        background.read(
                () -> new Listed(tokens.own(), admin ? tokens.all() : List.of()), this::show, e -> unreadable());
    }

    private void unreadable() {
        list.removeAll();
        list.add(
                message("The tokens could not be read.", "Nothing was changed. Reload the page when MongoDB answers."));
    }

    /** The tokens that were read. */
    private record Listed(List<AccessToken> own, List<AccessToken> all) {}

    private void show(Listed found) {
        list.removeAll();
        if (found.own().isEmpty()) {
            list.add(message(
                    "You have no token.",
                    "Create one for a script or for the command line, which then has your permissions."));
        } else {
            list.add(table("Your tokens", found.own()));
        }
        List<AccessToken> others = found.all().stream()
                .filter(token -> user.filter(token::isOf).isEmpty())
                .toList();
        if (!others.isEmpty()) {
            list.add(new H2("Tokens of others"), table("Tokens of others", others));
        }
        if (isAdmin()) {
            records.leftOut(AccessToken.class).forEach(each -> list.add(new Paragraph(each)));
        }
        if (found.all().size() == Tokens.MOST_LISTED) {
            list.add(new Paragraph(String.format(Locale.ROOT, "Only the first %,d are listed.", Tokens.MOST_LISTED)));
        }
    }

    private Table table(String label, List<AccessToken> some) {
        Table table = Table.plain(label, columns());
        boolean may = keeping.whyNoTokenIsChanged().isEmpty();
        Instant now = clock.now();
        some.forEach(token -> table.add(row(token, user.filter(token::isOf).isPresent(), now, button(token, may))));
        return table;
    }

    private Button button(AccessToken token, boolean may) {
        String of = "%s of %s".formatted(Formats.visible(token.name()), Formats.visible(token.user()));
        Button revoke = action("Revoke", of, () -> askToRevoke(token));
        revoke.setEnabled(may);
        return revoke;
    }

    private void askToRevoke(AccessToken token) {
        String what =
                "The next request with it is refused, and what listens with it is cut off. It cannot be restored.";
        new Confirmation<>(
                        "Revoke the token %s of %s?".formatted(token.name(), token.user()),
                        new Paragraph(what),
                        "Revoke",
                        background,
                        () -> tokens.revoke(token.id()),
                        done -> load())
                .open();
    }

    private static List<String> columns() {
        return List.of(
                "Token",
                "It may",
                "State",
                Times.present().titled("Last used"),
                Times.present().titled("Created"),
                "");
    }

    /** @param own whether it belongs to the present user */
    private static NativeTableRow row(AccessToken token, boolean own, Instant now, Button revoke) {
        Span name = styled(new Span(Formats.visible(token.name())), "strong");
        NativeTableRow row = Table.row("token-row");
        NativeTableCell actions = Table.cell(revoke);
        actions.addClassName("actions");
        row.add(
                Table.cell(name, dim(own ? "" : " of " + Formats.visible(token.user()))),
                Table.cell(new Span(token.role().title()), dim(limit(token))),
                state(token, now),
                used(token),
                Table.time(token.createdAt()),
                actions);
        return row;
    }

    private static String limit(AccessToken token) {
        return token.most().isLimited() ? " " + Formats.visible(token.most().words()) : "";
    }

    private static NativeTableCell state(AccessToken token, Instant now) {
        boolean expired = token.isExpired(now);
        Span state =
                new Span(expired ? "expired" : "ends in " + Formats.duration(Duration.between(now, token.expiresAt())));
        state.addClassNames("user-state", expired ? "disabled" : "enabled");
        NativeTableCell cell = Table.cell(state);
        cell.setTitle(Formats.exact(token.expiresAt()));
        return cell;
    }

    private static NativeTableCell used(AccessToken token) {
        String from = token.lastUsedFrom();
        return Table.time(token.lastUsedAt(), dim(from == null ? "" : " from " + Formats.visible(from)));
    }

    private static Span dim(String text) {
        return styled(new Span(text), "dim");
    }
}
