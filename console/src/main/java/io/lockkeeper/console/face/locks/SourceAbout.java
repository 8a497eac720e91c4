package io.lockkeeper.console.face.locks;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.watch.dialect.Dialect;
import io.lockkeeper.console.watch.source.LockSource;
import io.lockkeeper.console.watch.source.SourceRole;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The facts about a source's dialect: the library, how safe an eviction is, and whose clock counts. */
final class SourceAbout {

    private SourceAbout() {}

    /** @param obstacle why no user can evict; empty for nothing */
    record Facts(Dialect dialect, Optional<String> obstacle, LockSource source) {}

    /** Folded into one line, because the list needs the room. */
    static List<Component> folded(Optional<Facts> shown) {
        return shown.<List<Component>>map(facts -> {
                    Dialect dialect = facts.dialect();
                    Span line = new Span("%s · grade %s, %s"
                            .formatted(
                                    dialect.library(),
                                    dialect.grade().text(),
                                    dialect.grade().meaning()));
                    Span obstacle = styled(new Span(facts.obstacle().orElse("")), "trouble");
                    return List.of(new NativeDetails(new Div(line, obstacle), of(facts)));
                })
                .orElse(List.of());
    }

    private static Component of(Facts facts) {
        Dialect dialect = facts.dialect();
        Span library = styled(new Span(dialect.library()), "strong");
        Paragraph first = new Paragraph(
                library, new Span(" · dialect " + dialect.evidence().words()));
        Span grade = styled(
                new Span("Grade %s, %s. "
                        .formatted(dialect.grade().text(), dialect.grade().meaning())),
                "strong");
        Paragraph second = new Paragraph(grade, new Span(dialect.sentence()));
        Div about = new Div(first, second, styled(new Paragraph(dialect.clock().sentence()), "dim"));
        dialect.releaseAction().ifPresent(action -> about.add(rights(facts, action)));
        about.add(role("A role to watch this source", SourceRole.watching(facts.source(), dialect)));
        SourceRole.evicting(facts.source(), dialect)
                .ifPresent(role -> about.add(role("A role to evict its holders as well", role)));
        about.addClassName("about");
        return about;
    }

    /** A role for the administrator of MongoDB; folded, because other users do not need it. */
    private static NativeDetails role(String what, SourceRole role) {
        Pre script = new Pre(role.script());
        Div content =
                styled(new Div(CopyLink.text("Copy " + what.toLowerCase(Locale.ROOT), script), script), "role-script");
        return new NativeDetails(new Div(new Span(what + ", for mongosh")), content);
    }

    private static Paragraph rights(Facts facts, String action) {
        String needs = "To evict, the console's MongoDB user needs find and %s on %s."
                .formatted(action, facts.source().place());
        String why = facts.obstacle().orElse("");
        Paragraph rights = new Paragraph(why.isEmpty() ? needs : why + " " + needs);
        rights.addClassName(why.isEmpty() ? "dim" : "trouble");
        return rights;
    }
}
