package io.lockkeeper.faults.client;

import io.lockkeeper.faults.history.Event;
import io.lockkeeper.faults.history.EventText;
import java.io.PrintStream;

/** A client's own record: each event is a line, written before anything else is done. */
final class Journal {

    private final String client;
    private final PrintStream lines;

    Journal(String client, PrintStream lines) {
        this.client = client;
        this.lines = lines;
    }

    String client() {
        return client;
    }

    void write(Event event) {
        lines.println(EventText.write(event));
    }
}
