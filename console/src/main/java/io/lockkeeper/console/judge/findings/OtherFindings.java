package io.lockkeeper.console.judge.findings;

import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.KeyedRows;
import io.lockkeeper.console.ground.components.ShowMoreButton;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.formats.Formats;
import java.util.List;

/** What else comes of the cause of a finding: a line for each, open where they are few. */
final class OtherFindings extends NativeDetails {

    private static final int OPEN = 3;
    private static final int SHOWN = 30;

    private final Span summary = new Span();
    private final KeyedRows<String, Finding, Line> lines;
    private final ShowMoreButton more = new ShowMoreButton(SHOWN, this::draw);
    private List<Finding> findings = List.of();
    private boolean drawn;

    OtherFindings() {
        UnorderedList list = new UnorderedList();
        lines = new KeyedRows<>(list, Finding::id, Line::new, Line::show);
        addClassName("other-findings");
        setSummary(summary);
        setContent(new Div(list, more));
        setVisible(false);
    }

    void show(List<Finding> all) {
        findings = all;
        setVisible(!findings.isEmpty());
        if (!drawn && !findings.isEmpty()) {
            drawn = true;
            setOpen(findings.size() <= OPEN);
        }
        Components.text(summary, "Of the same cause: " + Formats.counted(findings.size(), "more finding"));
        draw();
    }

    private void draw() {
        lines.show(findings.subList(0, more.of(findings.size())));
    }

    private static final class Line extends ListItem {

        private final Span title = new Span();
        private final Anchor lock = new Anchor();
        private final Span evidence = new Span();

        Line() {
            title.addClassName("words");
            lock.addClassName("finding-lock");
            evidence.addClassName("dim");
            add(title, lock, evidence);
        }

        void show(Finding finding) {
            Components.text(title, finding.kind().title());
            Components.text(lock, finding.where());
            finding.address().ifPresent(lock::setHref);
            lock.setRouterIgnore(false);
            Components.text(evidence, Times.present().in(finding.evidence()));
        }
    }
}
