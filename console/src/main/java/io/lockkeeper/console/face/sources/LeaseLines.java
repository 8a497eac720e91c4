package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.button.Button;
import com.vaadin.flow.component.button.ButtonVariant;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H3;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.RedrawnPanel;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import io.lockkeeper.console.watch.dialect.OwnLease;
import io.lockkeeper.model.Holder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The leases of one of our locks that several hold, each with the way to evict its holder. */
final class LeaseLines extends Div {

    private static final int MOST = 50;

    private final Consumer<Holder> evict;
    private final RedrawnPanel<Shown> lines = new RedrawnPanel<>(this::draw);

    LeaseLines(Consumer<Holder> evict) {
        this.evict = evict;
        addClassName("lease-lines");
        add(lines);
    }

    private record Shown(List<Lease> leases, int more, String refusal) {}

    private record Lease(Holder lease, String who, String what) {

        static Lease of(Holder lease) {
            String since = lease.heldSince().map(Formats::exact).orElse("unknown");
            String evicted = lease.evicted() == null ? "" : " · evicted";
            return new Lease(
                    lease,
                    Formats.visible(OwnLease.words(lease)),
                    String.format(Locale.ROOT, "since %s · token %d%s", since, lease.token(), evicted));
        }

        /** A renewal changes nothing that is shown. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Lease that && who.equals(that.who) && what.equals(that.what);
        }

        @Override
        public int hashCode() {
            return what.hashCode();
        }
    }

    /** Whether the lock has several: with one, the card says everything. */
    static boolean several(ForeignLock lock) {
        return lock.leases().size() > 1;
    }

    /** @param refusal why the present user cannot evict; empty if the user can */
    void show(Optional<ForeignLock> lock, Optional<String> refusal) {
        List<Holder> all =
                lock.filter(LeaseLines::several).map(ForeignLock::leases).orElse(List.of());
        List<Lease> first = all.stream().limit(MOST).map(Lease::of).toList();
        lines.show(new Shown(first, all.size() - first.size(), refusal.orElse("")));
    }

    private List<Component> draw(Shown shown) {
        if (shown.leases().isEmpty()) {
            return List.of();
        }
        Stream<Component> each = shown.leases().stream().map(lease -> line(lease, shown.refusal()));
        Stream<Component> more = shown.more() == 0
                ? Stream.empty()
                : Stream.of(new Span(String.format(Locale.ROOT, "%,d more, which the API lists.", shown.more())));
        return Stream.of(Stream.<Component>of(new H3("Holders")), each, more)
                .flatMap(part -> part)
                .toList();
    }

    private Component line(Lease lease, String refusal) {
        Span who = new Span(lease.who());
        who.getElement().setAttribute("dir", "auto");
        Span what = new Span(lease.what());
        what.addClassName("dim");
        Button button = new Button("Evict…", click -> evict.accept(lease.lease()));
        button.addThemeVariants(ButtonVariant.LUMO_ERROR, ButtonVariant.LUMO_SMALL);
        button.setAriaLabel("Evict " + lease.who());
        button.setEnabled(refusal.isEmpty());
        button.setTooltipText(refusal.isEmpty() ? null : refusal);
        Div line = new Div(new Div(who, what), button);
        line.addClassName("lease-line");
        return line;
    }
}
