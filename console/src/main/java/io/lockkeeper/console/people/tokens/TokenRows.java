package io.lockkeeper.console.people.tokens;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A token as a row of a table. */
final class TokenRows {

    private TokenRows() {}

    /** @param own whether it belongs to the present user */
    static NativeTableRow row(AccessToken token, boolean own, Instant now, Button revoke) {
        Span name = styled(new Span(Formats.visible(token.name())), "strong");
        NativeTableRow row = Table.row("token-row");
        NativeTableCell actions = Table.cell(revoke);
        actions.addClassName("actions");
        row.add(
                Table.cell(name, dim(own ? "" : " of " + Formats.visible(token.user()))),
                Table.cell(new Span(token.role().title()), dim(limit(token))),
                state(token, now),
                used(token),
                time(token.createdAt(), ""),
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
        return time(token.lastUsedAt(), from == null ? "" : " from " + Formats.visible(from));
    }

    private static NativeTableCell time(@Nullable Instant at, String more) {
        Span text = new Span(at == null ? "never" : Times.present().seconds(at));
        text.addClassName(at == null ? "dim" : "num");
        NativeTableCell cell = Table.cell(text, dim(more));
        cell.setTitle(at == null ? "" : Formats.exact(at));
        return cell;
    }

    private static Span dim(String text) {
        return styled(new Span(text), "dim");
    }
}
