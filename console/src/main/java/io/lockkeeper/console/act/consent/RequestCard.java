package io.lockkeeper.console.act.consent;

import static io.lockkeeper.console.ground.components.Components.styled;

import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.LockAddress;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One request, with the buttons to consent and to refuse. */
final class RequestCard extends Div {

    private final H2 title = new H2();
    private final Anchor lock = styled(new Anchor(), "finding-lock");
    private final Paragraph asks = new Paragraph();
    private final Paragraph about = styled(new Paragraph(), "dim");
    private final Span rule = styled(new Span(), "dim");
    private final Span left = styled(new Span(), "dim", "num");
    private final Button consent = new Button("Consent…");
    private final Button refuse = new Button("Refuse…");
    private final String self;
    private final boolean may;
    private @Nullable RequestFacts shown;

    /**
     * @param self the user who looks
     * @param may whether that is an operator
     */
    RequestCard(String self, boolean may, Consumer<RequestFacts> consents, Consumer<RequestFacts> refuses) {
        this.self = self;
        this.may = may;
        addClassNames("finding", "request");
        consent.addThemeVariants(ButtonVariant.LUMO_PRIMARY, ButtonVariant.LUMO_SMALL);
        refuse.addThemeVariants(ButtonVariant.LUMO_TERTIARY, ButtonVariant.LUMO_SMALL);
        consent.addClickListener(click -> act(consents));
        refuse.addClickListener(click -> act(refuses));
        Div foot = styled(new Div(styled(new Div(consent, refuse), "actions"), left), "finding-foot");
        add(styled(new Div(title, lock, rule), "finding-head"), asks, about, foot);
    }

    private void act(Consumer<RequestFacts> action) {
        if (shown != null) {
            action.accept(shown);
        }
    }

    void show(RequestFacts facts) {
        if (shown == null) {
            setUp(facts);
        }
        shown = facts;
        Components.text(about, facts.about());
        Components.text(left, facts.left());
        Components.css(this, facts.stands() ? "finding request note" : "finding request");
    }

    private void setUp(RequestFacts facts) {
        String name = Formats.visible(facts.entry().lock());
        title.setText(facts.title());
        lock.setText(name);
        lock.setHref(LockAddress.page(facts.entry().place()));
        lock.setRouterIgnore(false);
        asks.setText(facts.asks());
        rule.setText("matches " + Formats.visible(facts.consent().rule()));
        boolean own = facts.isOf(self);
        refuse.setText(own ? "Take it back…" : "Refuse…");
        consent.setAriaLabel("Consent: " + name);
        refuse.setAriaLabel((own ? "Take it back: " : "Refuse: ") + name);
        consent.setEnabled(may && !own);
        refuse.setEnabled(may);
        if (!may) {
            consent.setTooltipText("Only an operator may consent; you are a viewer.");
        } else if (own) {
            consent.setTooltipText("You asked for this yourself: a second person has to consent.");
        }
    }
}
