package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Turns the pages of an answer that one page cannot hold. A page begins with the instant at which the one before it ended. */
final class PastPages extends Div {

    private final NativeButton first = new NativeButton("First page");
    private final NativeButton next = new NativeButton(String.format(Locale.ROOT, "Next %,d", PastTable.MOST));
    private @Nullable Instant end;

    /** @param turn called with where the chosen page begins; null for the first */
    PastPages(Consumer<@Nullable Instant> turn) {
        addClassName("pages");
        first.addClickListener(click -> turn.accept(null));
        next.addClickListener(click -> turn.accept(end));
        for (NativeButton button : List.of(first, next)) {
            button.addClassName("more");
            add(button);
        }
        hide();
    }

    void hide() {
        setVisible(false);
    }

    /**
     * @param rows those of the page
     * @param more whether the answer has more than fit on it
     * @param beginning where the page begins; null for the first
     */
    void show(List<PastEntry> rows, boolean more, @Nullable Instant beginning) {
        end = rows.isEmpty() ? null : rows.getLast().since();
        first.setVisible(beginning != null);
        // a page that begins where it ends would be the same again: of so many in one millisecond the export has the
        // rest
        next.setVisible(more && rows.size() == PastTable.MOST && end != null && !end.equals(beginning));
        setVisible(first.isVisible() || next.isVisible());
    }
}
