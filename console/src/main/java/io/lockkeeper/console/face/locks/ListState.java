package io.lockkeeper.console.face.locks;

import com.vaadin.flow.component.Text;
import com.vaadin.flow.component.html.Anchor;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.H2;
import com.vaadin.flow.component.html.Paragraph;
import io.lockkeeper.console.ask.locks.LockQuery;
import io.lockkeeper.console.ask.locks.LockSearch;
import io.lockkeeper.console.ground.components.LockExamples;
import io.lockkeeper.console.ground.formats.LockAddress;
import io.lockkeeper.console.ground.mongodb.ServiceAddress;
import io.lockkeeper.console.ground.scope.LockId;
import io.lockkeeper.console.watch.board.Board;
import io.lockkeeper.console.watch.board.BoardSnapshot;
import io.lockkeeper.console.watch.board.Freshness;
import io.lockkeeper.console.watch.source.LockSource;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** What is shown in place of the empty list, and why. */
final class ListState extends Div {

    private static final int SKELETON_ROWS = 8;
    private static final String FREE_ARE_HIDDEN = " Free locks are not listed; tick “Free locks” to see them, too.";

    private final BooleanSupplier elsewhere;
    private final ServiceAddress address;
    private String drawn = "";

    /** @param elsewhere whether locks of other libraries are watched, which this list does not have */
    ListState(BooleanSupplier elsewhere, ServiceAddress address) {
        this.elsewhere = elsewhere;
        this.address = address;
        addClassName("list-state");
    }

    void show(BoardSnapshot board, LockQuery query, ShownSource source, boolean empty) {
        String kind = !empty ? "" : kind(board, query, source);
        setVisible(!kind.isEmpty());
        String key = kind
                + query.source()
                + '\n'
                + query.free()
                + query.search()
                + (kind.equals("refused") ? board.notice() : "");
        if (!key.equals(drawn)) {
            drawn = key;
            removeAll();
            draw(kind, query, source, board.notice());
        }
    }

    private static String whyNothing(LockQuery query) {
        String fault = LockSearch.of(query.search()).fault();
        if (!fault.isEmpty()) {
            return fault;
        }
        String free = query.free()
                ? String.format(
                        Locale.ROOT,
                        " Of the free locks, only the %,d that became free last are searched.",
                        Board.FREE_KEPT)
                : " Free locks are not listed; tick “Free locks” to search them, too.";
        return "A word is looked for in lock names, and in the service, instance, host, thread, note, process and"
                + " token of holders and waiters. Compare with held>5m, expires<10s or waiting>3; name a fact with"
                + " service:, instance:, host:, thread: or note:." + free;
    }

    private static String kind(BoardSnapshot board, LockQuery query, ShownSource source) {
        if (source.summary().isEmpty()) {
            return "no-source";
        }
        if (source.summary().get().dialect().isEmpty()) {
            return "no-dialect";
        }
        if (board.freshness().asOf() == null) {
            if (!board.notice().isEmpty() && source.id().isEmpty()) {
                return "refused";
            }
            return board.freshness().state() == Freshness.State.DISCONNECTED ? "unreachable" : "loading";
        }
        return query.search().isEmpty() ? "empty" : "no-match";
    }

    private void draw(String kind, LockQuery query, ShownSource source, String notice) {
        setClassName("list-state " + kind);
        switch (kind) {
            case "loading" -> drawSkeleton();
            case "empty" -> {
                if (source.id().isEmpty()) {
                    say("No lock is held.", "Locks appear here the moment a service takes one. This is all it takes:");
                    add(new LockExamples(address.uri(), address.database()));
                    pointElsewhere();
                } else {
                    say(
                            "No lock is held.",
                            "Locks appear here the moment one is taken." + (query.free() ? "" : FREE_ARE_HIDDEN));
                }
            }
            case "no-source" -> say("No such source.", "It was removed, or the address is wrong.");
            case "no-dialect" ->
                say(
                        "Its dialect is missing.",
                        "The file “%s.yaml” is not in the directory of dialects any more."
                                .formatted(LockSource.dialectOf(source.id())));
            case "no-match" -> {
                say("No lock matches “%s”.".formatted(query.search()), whyNothing(query));
                pointToTheName(query);
                if (source.id().isEmpty()) {
                    pointElsewhere();
                }
            }
            case "refused" -> say("MongoDB refuses the console.", notice + " The services’ locks are not affected.");
            case "unreachable" ->
                say(
                        "MongoDB does not answer.",
                        "The services’ locks are not affected by that. This page connects by itself as soon as the"
                                + " server can be reached; check its address and that it runs.");
            default -> {}
        }
    }

    private void say(String what, String next) {
        add(new H2(what), new Paragraph(next));
    }

    /** The lock's own page reads it from the database: it may be one of the free locks that no list has. */
    private void pointToTheName(LockQuery query) {
        String name = query.search();
        Anchor look = new Anchor(
                LockAddress.page(new LockId(query.source(), name)), "Look up the lock named “%s”".formatted(name));
        look.setRouterIgnore(false);
        add(new Paragraph(look));
    }

    private void pointElsewhere() {
        if (elsewhere.getAsBoolean()) {
            Anchor sources = new Anchor("sources", "Sources");
            sources.setRouterIgnore(false);
            add(new Paragraph(new Text("The locks of further collections are on the page "), sources, new Text(".")));
        }
    }

    private void drawSkeleton() {
        for (int i = 0; i < SKELETON_ROWS; i++) {
            Div row = new Div();
            row.addClassName("skeleton");
            add(row);
        }
    }
}
