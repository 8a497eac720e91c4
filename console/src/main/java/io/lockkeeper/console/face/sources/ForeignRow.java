package io.lockkeeper.console.face.sources;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.NativeTableCell;
import com.vaadin.flow.component.html.NativeTableRow;
import com.vaadin.flow.component.html.Span;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.ground.components.Name;
import io.lockkeeper.console.ground.components.Table;
import io.lockkeeper.console.ground.components.Ticking;
import io.lockkeeper.console.ground.formats.Formats;
import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.dialect.ForeignLock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A lock of another library as a row. It is updated in place. */
final class ForeignRow extends NativeTableRow {

    static final List<String> COLUMNS = List.of("State", "Lock", "Holder", "Held for", "Ends by itself");

    private static final String UNKNOWN = "unknown";

    private final Span state = new Span();
    private final Name shownName = new Name();
    private final Anchor name = new Anchor();
    private final Name holder = new Name();
    private final Component age = Ticking.age(Instant.EPOCH);
    private final Span noAge = new Span(UNKNOWN);
    private final Span expiry = new Span();

    private final Function<ForeignLock, String> address;

    /** @param address of the page with the lock open */
    ForeignRow(Function<ForeignLock, String> address) {
        this.address = address;
        addClassName("foreign-lock");
        getElement().setAttribute("role", "row");
        name.add(shownName);
        name.getElement().setAttribute("router-link", true);
        name.addClassNames("strong");
        noAge.addClassName("dim");
        NativeTableCell expires = Table.cell(expiry);
        expires.addClassName("expires");
        add(Table.cell(state), Table.cell(name), Table.cell(holder), Table.cell(age, noAge), expires);
    }

    /**
     * Shows the lock as it is now.
     *
     * @param worst the worst that was found of it, or null
     * @param heldMeans what "held" means in its dialect
     */
    void show(ForeignLock lock, @Nullable Kind worst, String heldMeans, Instant now) {
        ForeignLock.State is = lock.state(now);
        String css = OwnWords.css(lock, now).orElseGet(() -> css(is));
        show(OwnWords.state(lock, now).orElseGet(() -> state(is, heldMeans)), css, worst);
        shownName.show(Formats.name(lock.name()));
        name.setHref(address.apply(lock));
        holder.show(lock.isTaken(now) ? holders(lock) : "");
        boolean knownAge = lock.acquired().isPresent() && lock.isTaken(now);
        age.setVisible(knownAge);
        noAge.setVisible(!knownAge && lock.isTaken(now));
        lock.acquired().ifPresent(since -> Ticking.show(age, since, null));
        Components.text(expiry, ExpiryWords.of(lock, now));
    }

    /** A finding says more than that the lock is held; of a document that cannot be read it says the same. */
    private void show(String words, String standing, @Nullable Kind worst) {
        String css = worst == null ? "" : worst.severity().css();
        Components.css(this, ("foreign-lock " + css).strip());
        Components.text(state, worst == null || worst == Kind.DAMAGED ? words : worst.brief());
        Components.css(state, worst == null ? "state " + standing : "state severity " + css);
        String whole = worst == null ? words : words + ": " + worst.title();
        if (!whole.equals(state.getTitle().orElse(""))) {
            state.setTitle(whole);
        }
    }

    /** The name under which style sheets know a state. */
    private static String css(ForeignLock.State is) {
        return is == ForeignLock.State.UNREADABLE ? "damaged" : is.name().toLowerCase(Locale.ROOT);
    }

    static String state(ForeignLock.State is, String heldMeans) {
        return switch (is) {
            case HELD -> heldMeans;
            case EXPIRED -> "expired";
            case FREE -> "free";
            case UNREADABLE -> "not readable";
        };
    }

    /** Who holds it, in words. */
    static String holders(ForeignLock lock) {
        return lock.holders().isEmpty()
                ? UNKNOWN
                : lock.holders().stream().map(Formats::visible).collect(Collectors.joining(", "));
    }
}
