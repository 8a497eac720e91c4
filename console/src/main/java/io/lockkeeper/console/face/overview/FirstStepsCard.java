package io.lockkeeper.console.face.overview;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Section;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.face.overview.FirstSteps.Done;
import io.lockkeeper.console.face.overview.FirstSteps.Elsewhere;
import io.lockkeeper.console.face.overview.FirstSteps.Searched;
import io.lockkeeper.console.ground.components.LockExamples;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.mongodb.ServiceAddress;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The first steps until the first lock: a short list that is ticked step by step. */
final class FirstStepsCard extends Section {

    private static final int NAMED = 3;

    private final Step operator = new Step(
            "Add an operator", "Operators evict holders that hang; viewers only watch.", "users", "Add a user");
    private final Step alert = new Step(
            "Send alerts",
            "To Slack, Microsoft Teams, PagerDuty, a webhook or e-mail, when a lock needs somebody.",
            "alerts",
            "Set up alerts");
    private final Step others = new Step(
            "Watch the locks of other libraries", "They are being searched for …", "sources", "Choose what to watch");

    /** @param admin whether the user may do what only administrators do */
    FirstStepsCard(ServiceAddress address, boolean admin) {
        addClassNames("card", "first-steps");
        Step take = new Step(
                "Take a lock", "It appears here the moment a service takes it. This is all it takes:", null, "");
        take.add(new LockExamples(address.uri(), address.database()));
        OrderedList steps = new OrderedList(take);
        if (admin) {
            steps.add(operator, alert, others);
        }
        add(new H2("First steps"), steps);
    }

    void show(Done done) {
        operator.tick(done.operator());
        alert.tick(done.alert());
    }

    void show(Searched searched) {
        List<Elsewhere> found = searched.found();
        boolean all = searched.left().isEmpty();
        others.tick(all && !found.isEmpty() && found.stream().allMatch(Elsewhere::watched));
        others.say((found.isEmpty() ? "None were found in the databases that the console may read." : words(found))
                + (all ? "" : " Not searched to the end: " + String.join(", ", searched.left()) + "."));
    }

    void searchFailed() {
        others.say("They could not be searched for.");
    }

    private static String words(List<Elsewhere> found) {
        String named = found.stream()
                .limit(NAMED)
                .map(each -> "%s in %s%s"
                        .formatted(each.library(), Formats.visible(each.place()), each.watched() ? " (watched)" : ""))
                .collect(Collectors.joining(", "));
        String more = found.size() > NAMED ? String.format(Locale.ROOT, " and %d more", found.size() - NAMED) : "";
        return "Found: " + named + more + ".";
    }

    /** One step, with a link if another page does it. */
    private static final class Step extends ListItem {

        private final Span mark = new Span();
        private final Paragraph words = new Paragraph();
        private final Div body;

        Step(String title, String what, @Nullable String page, String verb) {
            mark.addClassName("mark");
            words.setText(what);
            body = new Div(new H3(title), words);
            body.addClassName("what");
            if (page != null) {
                Anchor link = new Anchor(page, verb);
                link.getElement().setAttribute("router-link", true);
                link.addClassName("step");
                body.add(link);
            }
            add(mark, body);
            tick(false);
        }

        void add(Component more) {
            body.add(more);
        }

        void say(String text) {
            words.setText(text);
        }

        void tick(boolean done) {
            mark.setText(done ? "✓" : "");
            mark.getElement().setAttribute("role", "img");
            mark.getElement().setAttribute("aria-label", done ? "done" : "to do");
            setClassName("done", done);
        }
    }
}
