package io.lockkeeper.console.face.sources;

import static io.lockkeeper.console.ground.components.Components.action;
import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.heartbeat.FreshnessBadge;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A source as a row: where it is, how safe its locks are to release, how many there are, and how fresh that is. */
final class SourceRow extends NativeTableRow {

    private final Name collection = new Name();
    private final Anchor link = new Anchor();
    private final Span database = dim();
    private final Span library = dim();
    private final Span grade = new Span();
    private final Span meaning = dim();
    private final Span held = new Span();
    private final Span expired = dim();
    private final FreshnessBadge badge = new FreshnessBadge();
    private final Span trouble = styled(new Span(), "trouble");
    private final NativeTableCell actions = Table.cell();
    private final Optional<Administering> administering;
    private final Span releases = dim();
    private final Button allow = new Button();
    private @Nullable LockSource shown;

    /** The actions of its buttons. */
    record Administering(Consumer<LockSource> remove, Consumer<LockSource> allow, Consumer<LockSource> test) {}

    /** @param administering empty if the user may not */
    SourceRow(Optional<Administering> administering) {
        this.administering = administering;
        addClassName("source");
        getElement().setAttribute("role", "row");
        link.setRouterIgnore(false);
        link.add(collection);
        actions.addClassName("actions");
        add(
                pair(link, database, library),
                pair(grade, meaning, releases),
                pair(held, expired),
                Table.cell(badge, trouble),
                actions);
    }

    void show(SourceSummary now) {
        collection.show(Formats.visible(now.source().collection()));
        Components.text(database, "in " + Formats.visible(now.source().place().database()));
        link.setHref(LockAddress.list(now.source().id()));
        Components.text(
                library,
                now.dialect()
                        .map(Dialect::library)
                        .orElse("no dialect “%s”".formatted(now.source().dialect())));
        Components.text(
                grade, now.dialect().map(it -> "Grade " + it.grade().text()).orElse("unknown"));
        Components.text(meaning, now.dialect().map(it -> it.grade().meaning()).orElse(""));
        Components.text(
                held, String.format(Locale.ROOT, "%,d held", now.counts().held()));
        Components.text(
                expired,
                String.format(Locale.ROOT, "%,d expired", now.counts().expired())
                        + (now.counts().unreadable() == 0
                                ? ""
                                : String.format(
                                        Locale.ROOT,
                                        ", %,d not readable",
                                        now.counts().unreadable())));
        badge.setVisible(now.dialect().isPresent());
        badge.show(now.freshness());
        Components.text(trouble, now.trouble());
        boolean releasable =
                now.dialect().filter(it -> it.releaseAction().isPresent()).isPresent();
        Components.text(
                releases,
                !releasable ? "" : now.source().isReleasable() ? "operators may evict" : "read-only: no one may evict");
        shown = now.source();
        if (actions.getComponentCount() == 0) {
            administering.ifPresent(it -> administer(now.source(), it));
        }
        allow.setVisible(releasable);
        Components.text(allow, now.source().isReleasable() ? "Make read-only" : "Allow evictions");
        allow.setAriaLabel("%s: %s".formatted(allow.getText(), now.source().place()));
    }

    private void administer(LockSource source, Administering does) {
        allow.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        allow.addClickListener(click -> does.allow().accept(shown == null ? source : shown));
        actions.add(button("Test", source, does.test()), allow, button("Remove", source, does.remove()));
    }

    private Button button(String verb, LockSource source, Consumer<LockSource> does) {
        return action(verb, source.place().toString(), () -> does.accept(shown == null ? source : shown));
    }

    private static NativeTableCell pair(Component... parts) {
        return Table.cell(styled(new Div(parts), "pair"));
    }

    private static Span dim() {
        return styled(new Span(), "dim");
    }
}
