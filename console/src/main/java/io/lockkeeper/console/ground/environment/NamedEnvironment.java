package io.lockkeeper.console.ground.environment;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.ComponentUtil;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Value;

/** The cluster or environment that this console is for, as its settings name it; of a console without a name nothing is shown. */
@org.springframework.stereotype.Component
public class NamedEnvironment implements VaadinServiceInitListener {

    private static final int LONGEST = 40;
    private static final String ENTITLED = "title with the environment";

    /** The colours on which white text is legible. */
    enum Colour {
        GREY,
        BLUE,
        GREEN,
        ORANGE,
        RED,
        VIOLET;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String name;
    private final Colour colour;

    NamedEnvironment(@Value("${lockkeeper.name:}") String name, @Value("${lockkeeper.colour:grey}") String colour) {
        this.name = name.strip();
        if (this.name.length() > LONGEST || this.name.chars().anyMatch(Character::isISOControl)) {
            throw new StartRefusedException(
                    "LOCKKEEPER_NAME is \"%s\"; it must have at most %s characters, none of them a control character."
                            .formatted(name, LONGEST));
        }
        this.colour = Arrays.stream(Colour.values())
                .filter(each -> each.word().equals(colour.strip()))
                .findFirst()
                .orElseThrow(() -> new StartRefusedException("LOCKKEEPER_COLOUR is \"%s\"; it must be one of %s."
                        .formatted(
                                colour,
                                Arrays.stream(Colour.values()).map(Colour::word).collect(Collectors.joining(", ")))));
    }

    /** The name for people; empty for none. */
    public String name() {
        return name;
    }

    /** The marks of a page: its name in its colour at the head, and a strip above the whole page. */
    public List<Component> marks() {
        if (name.isEmpty()) {
            return List.of();
        }
        Span badge = styled(new Span(name), "environment", colour.word());
        badge.setTitle(name);
        return List.of(badge, styled(new Div(), "environment-strip", colour.word()));
    }

    @Override
    public void serviceInit(ServiceInitEvent event) {
        if (!name.isEmpty()) {
            event.getSource()
                    .addUIInitListener(
                            opened -> opened.getUI().addAfterNavigationListener(entered -> entitle(opened.getUI())));
        }
    }

    /** Last of all, since the page's own title is set after the listeners of a navigation are called. */
    private void entitle(UI page) {
        page.beforeClientResponse(page, response -> {
            String title = page.getInternals().getTitle();
            if (title == null || !title.equals(ComponentUtil.getData(page, ENTITLED))) {
                String whole = title == null ? name : name + " · " + title;
                ComponentUtil.setData(page, ENTITLED, whole); // a navigation that leads on comes here twice
                page.getPage().setTitle(whole);
            }
        });
    }
}
