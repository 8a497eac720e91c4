package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.dialog.Dialog;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.component.html.UnorderedList;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Confirmation;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.watch.source.Place;
import io.lockkeeper.console.watch.source.TrialLine;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.springframework.security.access.AccessDeniedException;

/** Tests what the console can do with a collection, and says so line by line. */
final class TrialDialog extends Dialog {

    private final UnorderedList lines = new UnorderedList();
    private final Paragraph said = new Paragraph("Testing …");
    private final Button again = new Button("Test again");
    private final Background background;
    private final Callable<List<TrialLine>> trial;

    TrialDialog(Place place, Background background, Callable<List<TrialLine>> trial) {
        this.background = background;
        this.trial = trial;
        setHeaderTitle("Test of " + Formats.visible(place.toString()));
        addClassName("user-dialog");
        lines.addClassName("trial");
        lines.getElement()
                .setAttribute("tabindex", "0"); // they may be longer than the window, and are scrolled by keys
        said.getElement().setAttribute("role", "status");
        add(said, lines);
        again.setDisableOnClick(true);
        again.addClickListener(click -> run());
        getFooter().add(again, new Button("Close", click -> close()));
        addOpenedChangeListener(change -> {
            if (change.isOpened()) {
                run();
            }
        });
    }

    private void run() {
        again.setEnabled(false);
        said.setText("Testing …");
        lines.removeAll();
        background.read(trial, this::show, this::failed);
    }

    private void show(List<TrialLine> found) {
        again.setEnabled(true);
        said.setText(outcome(found) + " Nothing was changed.");
        found.forEach(line -> lines.add(item(line)));
    }

    private static String outcome(List<TrialLine> found) {
        Set<TrialLine.Verdict> verdicts = found.stream().map(TrialLine::verdict).collect(Collectors.toSet());
        if (verdicts.contains(TrialLine.Verdict.BAD)) {
            return "Something does not work.";
        }
        return verdicts.contains(TrialLine.Verdict.LESS)
                ? "Something works in part."
                : "What the console needs here works.";
    }

    private void failed(Exception why) {
        again.setEnabled(true);
        said.setText(
                why instanceof RefusedException || why instanceof AccessDeniedException
                        ? Confirmation.sentence(why)
                        : "The test could not be made. Try again in a moment.");
    }

    private static ListItem item(TrialLine line) {
        Span verdict = new Span(word(line.verdict()));
        verdict.addClassNames("verdict", line.verdict().name().toLowerCase(Locale.ROOT));
        ListItem item =
                new ListItem(verdict, Components.span("strong", line.what()), new Span(Formats.visible(line.found())));
        if (!line.remedy().isEmpty()) {
            item.add(Components.span("dim", line.remedy()));
        }
        return item;
    }

    private static String word(TrialLine.Verdict verdict) {
        return switch (verdict) {
            case GOOD -> "works";
            case LESS -> "works in part";
            case BAD -> "does not work";
            case UNTESTED -> "not tested";
        };
    }
}
