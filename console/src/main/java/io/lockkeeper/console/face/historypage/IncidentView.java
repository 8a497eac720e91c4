package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.Text;
import com.vaadin.flow.component.UI;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.Footer;
import com.vaadin.flow.component.html.H1;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Header;
import com.vaadin.flow.component.html.Input;
import com.vaadin.flow.component.html.ListItem;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.NativeDetails;
import com.vaadin.flow.component.html.NativeLabel;
import com.vaadin.flow.component.html.OrderedList;
import com.vaadin.flow.component.html.Paragraph;
import com.vaadin.flow.component.html.Pre;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.BeforeEnterObserver;
import com.vaadin.flow.router.PageTitle;
import com.vaadin.flow.router.Route;
import io.lockkeeper.console.ask.incident.Happening;
import io.lockkeeper.console.ask.incident.Incident;
import io.lockkeeper.console.ask.incident.IncidentReading;
import io.lockkeeper.console.face.marks.TimeLane;
import io.lockkeeper.console.ground.components.Background;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.CopyLink;
import io.lockkeeper.console.ground.components.IsoField;
import io.lockkeeper.console.ground.components.LinkWords;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.ground.components.Times;
import io.lockkeeper.console.ground.export.ExportLinks;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.ground.formats.IncidentAddress;
import io.lockkeeper.console.ground.loops.ServerClock;
import io.lockkeeper.console.ground.scope.KeepsToScope;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.ground.scope.LockScope;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.Costs;
import jakarta.annotation.security.PermitAll;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** The page of what happened in a time, over all sources, in order. Its address has the time: who opens it sees the same. */
@KeepsToScope
@Route(IncidentAddress.PATH)
@PageTitle("Incident · Lockkeeper")
@PermitAll
final class IncidentView extends Div implements BeforeEnterObserver {

    private static final Duration STEP = Duration.ofMinutes(30);
    private static final CostAddress BY_LOCK = new CostAddress(CostGroup.LOCK, null);
    private static final int COSTS = 20;
    private static final int SHOWN = 500;

    private final IncidentReading reading;
    private final Background background;
    private final ServerClock time;
    private final Span summary = new Span();
    private final Input from = IsoField.moment();
    private final Input until = IsoField.moment();
    private final Div entries = new Div();
    private final ExportLinks export = new ExportLinks("export/incident");
    private IncidentTime asked = new IncidentTime(Instant.EPOCH, Instant.EPOCH);
    private final AtomicInteger question = new AtomicInteger();

    IncidentView(IncidentReading reading, Background background, ServerClock time) {
        this.reading = reading;
        this.background = background;
        this.time = time;
        addClassName("incident-page");
        entries.addClassName("entries");
        summary.addClassName("summary");
        add(head(), choice(), entries, foot());
    }

    private Header head() {
        Div title = new Div(new H1("Incident"), summary);
        title.addClassName("page-title");
        Div tools = new Div(LinkWords.lost());
        tools.addClassName("tools");
        Header head = new Header(title, tools);
        head.addClassName("page-head");
        return head;
    }

    private Footer foot() {
        Footer foot = new Footer(export, LinkWords.asOf());
        foot.addClassName("page-foot");
        return foot;
    }

    private Div choice() {
        Div at = new Div(
                field(from, "From", "incident-from"),
                field(until, "To", "incident-until"),
                button("30 min earlier", () -> ask(asked.from().minus(STEP), asked.until())),
                button("30 min later", () -> ask(asked.from(), asked.until().plus(STEP))),
                button("Read again", this::load),
                button("Print", () -> UI.getCurrent().getPage().executeJs("window.print()")));
        at.addClassName("at");
        Div choice = new Div(at);
        choice.addClassName("past-clock");
        return choice;
    }

    private Span field(Input field, String name, String id) {
        NativeLabel label = new NativeLabel(Times.present().titled(name));
        field.setId(id);
        label.setFor(field);
        field.addValueChangeListener(change -> {
            if (change.isFromClient()) {
                typed();
            }
        });
        return new Span(label, field);
    }

    private static NativeButton button(String words, Runnable act) {
        NativeButton button = new NativeButton(words, click -> act.run());
        button.addClassName("quiet");
        return button;
    }

    private void typed() {
        Times times = Times.present();
        ask(
                Objects.requireNonNullElse(times.of(from.getValue(), asked.from()), asked.from()),
                Objects.requireNonNullElse(times.of(until.getValue(), asked.until()), asked.until()));
    }

    private void ask(Instant first, Instant last) {
        asked = new IncidentTime(first, last);
        PageQuery.show(this, asked.address());
        load();
    }

    @Override
    public void beforeEnter(BeforeEnterEvent event) {
        asked = IncidentTime.of(event.getLocation().getQueryParameters(), time.now());
        load();
    }

    private void load() {
        int number = question.incrementAndGet();
        IncidentTime wanted = asked;
        from.setValue(Times.present().field(wanted.from()));
        until.setValue(Times.present().field(wanted.until()));
        export.narrow(wanted.address());
        Components.text(summary, "reading …");
        LockScope scope = LockScope.present();
        background.readMuch(
                () -> number == question.get(),
                () -> reading.read(scope, wanted.from(), wanted.until()),
                incident -> came(number, () -> show(incident)),
                failure -> came(number, () -> fail(failure)));
    }

    private void came(int number, Runnable show) {
        if (number == question.get()) {
            show.run();
        }
    }

    private void fail(Exception failure) {
        HistoryTrouble trouble = HistoryTrouble.of(failure);
        Components.text(summary, "");
        entries.removeAll();
        entries.add(Components.message(trouble.what(), trouble.next()));
    }

    private void show(Incident incident) {
        Components.text(summary, IncidentWords.title(incident));
        entries.removeAll();
        Paragraph sentence = new Paragraph(incident.sentence());
        sentence.addClassName("sentence");
        entries.add(card("In short", List.of(sentence, asText(incident))));
        if (!incident.lanes().isEmpty()) {
            entries.add(card("Who held what others waited for", List.of(new IncidentChart(incident))));
        }
        entries.add(card("What happened", List.of(happened(incident.happenings()))));
        entries.add(card("Who waited for whom", costs(incident.costs())));
    }

    private static Component asText(Incident incident) {
        Pre text = new Pre(IncidentWords.chat(incident));
        text.addAttachListener(attached -> text.getElement().executeJs("this.append('\\n' + location.href)"));
        NativeDetails details = new NativeDetails("As text", text);
        Button copy = CopyLink.text("Copy for chat", text);
        copy.setText("Copy for chat");
        Div chat = new Div(copy, details);
        chat.addClassName("as-text");
        return chat;
    }

    private static Component happened(List<Happening> happenings) {
        if (happenings.isEmpty()) {
            return Components.message("Nothing is on record of this time.", "Choose a longer one, or another.");
        }
        OrderedList list = new OrderedList();
        list.addClassName("happenings");
        happenings.stream().limit(SHOWN).map(IncidentView::item).forEach(list::add);
        if (happenings.size() > SHOWN) {
            list.add(new ListItem(String.format(Locale.ROOT, "… and %,d more", happenings.size() - SHOWN)));
        }
        return list;
    }

    private static ListItem item(Happening happening) {
        Times times = Times.present();
        Span at = Components.span("num", times.seconds(happening.at()));
        at.setTitle(times.exact(happening.at()));
        Span kind = Components.span("kind", happening.kind().words());
        Div what = new Div(words(happening, happening.words(times)));
        ListItem item = new ListItem(at, kind, what);
        item.addClassName("of-" + happening.kind().css());
        return item;
    }

    /** The sentence, in which the lock's name leads to the lock. */
    private static Component[] words(Happening happening, String words) {
        LockId lock = happening.lock();
        if (lock == null) {
            return new Component[] {new Text(words)};
        }
        String name = Formats.name(lock.name());
        int at = words.indexOf(name);
        return at < 0
                ? new Component[] {new Text(words + " "), PastRow.link(lock)}
                : new Component[] {
                    new Text(words.substring(0, at)), PastRow.link(lock), new Text(words.substring(at + name.length()))
                };
    }

    private List<Component> costs(Costs costs) {
        List<Component> parts = new ArrayList<>();
        String caveat = CostWords.caveat(costs);
        if (!caveat.isEmpty()) {
            parts.add(new Paragraph(caveat));
        }
        if (!costs.all().isEmpty()) {
            List<Cost> shown = costs.all().stream().limit(COSTS).toList();
            parts.add(new Paragraph(CostWords.bars(costs.slices())));
            parts.add(CostTables.costs(shown, costs, null, BY_LOCK, this::open));
        } else if (caveat.isEmpty()) {
            parts.add(new Paragraph(CostWords.nothing(costs)));
        }
        return parts;
    }

    /** The episodes, on the page of the history. */
    private void open(CostAddress of) {
        UI.getCurrent()
                .navigate(
                        "history",
                        PastAddress.NOW
                                .at(asked.until())
                                .from(asked.from())
                                .costing(of)
                                .address());
    }

    private static Div card(String title, List<Component> parts) {
        Div card = new Div(new H2(title));
        card.add(parts);
        card.addClassName("card");
        return card;
    }

    /** The locks that were waited for most, on one axis: a lane each, its leases as bars, what is not recorded hatched. */
    static final class IncidentChart extends Div {

        IncidentChart(Incident incident) {
            addClassName("timeline");
            getElement().setAttribute("aria-hidden", "true");
            if (!incident.marks().isEmpty()) {
                add(TimeLane.of("evictions, deploys", incident.marks(), incident.from(), incident.until()));
            }
            incident.lanes().forEach(lane -> add(lane(lane, incident)));
            Times times = Times.present();
            add(TimeLane.scale(times.named(incident.from()), times.named(incident.until())));
        }

        private static TimeLane lane(Incident.Lane of, Incident incident) {
            TimeLane lane = new TimeLane(
                            new Name(Formats.visible(of.lock().name()), "lane-name"), incident.from(), incident.until())
                    .hatch(incident.gaps());
            of.leases().forEach(lane::lease);
            return lane;
        }
    }
}
