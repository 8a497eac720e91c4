package io.lockkeeper.console.people.users;

import io.lockkeeper.console.fixture.BarePage;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.console.fixture.Visitor;
import java.util.HashMap;
import java.util.Map;

/** The pages, as those see them who have logged in by the form, without a browser: a browser takes seconds for each. */
final class PageDoor implements AutoCloseable {

    private final Map<Who, Visitor> visitors = new HashMap<>();
    private final Console console;

    PageDoor(Console console) {
        this.console = console;
    }

    String page(String path, Who who) {
        return page(path, visitors.computeIfAbsent(who, this::enter));
    }

    /** What the console answers to the address, and then draws when the page goes there. */
    static String page(String path, Visitor visitor) {
        if (visitor.get(path).headers().firstValue("Location").orElse("").endsWith("/login")) {
            return "login";
        }
        BarePage page = BarePage.open(visitor, path);
        try {
            if (page.shows("error-message")) {
                return "denied";
            }
            return page.shows("\"h1\"") ? "shown" : "blank";
        } finally {
            page.close();
        }
    }

    @Override
    public void close() {
        visitors.values().forEach(Visitor::close);
    }

    private Visitor enter(Who who) {
        Visitor visitor = new Visitor(console);
        if (!who.name().isEmpty()) {
            visitor.logIn(who.name(), who.password());
        }
        return visitor;
    }
}
