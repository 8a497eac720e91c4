package io.lockkeeper.console.act.consent;

import static io.lockkeeper.console.ground.components.Components.action;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.model.NamePattern;
import java.util.List;

/** The four-eyes rules, for administrators: list, add, remove. */
public final class RulesSection extends Section {

    private final FourEyes rules;
    private final Background background;
    private final Div list = new Div();
    private final Button add = new Button("Add rule…");

    public RulesSection(FourEyes rules, Background background) {
        this.rules = rules;
        this.background = background;
        addClassNames("card", "rules");
        add.addThemeVariants(ButtonVariant.LUMO_SMALL, ButtonVariant.LUMO_PRIMARY);
        add.addClickListener(click -> askNew());
        Div head = new Div(new H2("Four eyes"), add);
        head.addClassName("rules-head");
        add(
                head,
                new Paragraph(
                        "For a lock whose name matches, evicting its holder, taking out a waiter and pausing need a second operator’s consent, on the page, in the"
                                + " API and on the command line. The command line’s break-glass never evicts such a lock."),
                list);
        load();
    }

    private void load() {
        background.read(rules::read, book -> show(book.rules()), failed -> {
            list.removeAll();
            list.add(new Paragraph("The rules could not be read. Reload the page when MongoDB answers."));
        });
    }

    private void show(List<Rule> found) {
        list.removeAll();
        if (found.isEmpty()) {
            list.add(new Paragraph("No rule: one operator is enough for every lock."));
            return;
        }
        Table table = new Table("Four-eyes rules", "rule", List.of("Names", "Why", "Added", ""));
        found.forEach(rule -> table.body().add(row(rule)));
        list.add(table);
    }

    private NativeTableRow row(Rule rule) {
        NativeTableCell actions = Table.cell(action("Remove…", rule.pattern(), () -> askRemoval(rule)));
        actions.addClassName("actions");
        NativeTableRow row = Table.row("rule");
        row.add(
                Table.cell(Components.span("pattern", rule.pattern())),
                Table.cell(Components.span("", rule.why())),
                Table.cell(Components.span(
                        "dim",
                        "%s by %s".formatted(Times.present().named(rule.addedAt()), Formats.visible(rule.addedBy())))),
                actions);
        return row;
    }

    private void askNew() {
        TextField pattern = new TextField("Names");
        pattern.setHelperText(
                "A * stands for any characters: billing:* or *:nightly. Every other character stands for itself.");
        pattern.setMaxLength(NamePattern.MAX_BYTES);
        pattern.setAutofocus(true);
        TextField why = new TextField("Why (may be left out)");
        why.setMaxLength(FourEyes.LONGEST_WHY);
        Div fields = new Div(pattern, why);
        fields.addClassName("fields");
        new Confirmation<>(
                        "Add a four-eyes rule",
                        fields,
                        "Add",
                        background,
                        () -> rules.set(pattern.getValue(), why.getValue(), null),
                        added -> load())
                .open();
    }

    private void askRemoval(Rule rule) {
        Span what = new Span(
                "From then on one operator is enough for names that no other rule matches. Waiting requests still need consent."
                        + " The removal is recorded with your name.");
        new Confirmation<>(
                        "Remove the rule for %s?".formatted(Formats.visible(rule.pattern())),
                        new Paragraph(what),
                        "Remove",
                        background,
                        () -> rules.remove(rule.pattern(), rule.addedAt()),
                        removed -> load())
                .open();
    }
}
