package io.lockkeeper.commandline;

import java.io.PrintWriter;

/** What the person at the terminal is told beside an answer, on standard error. */
public record Messages(PrintWriter err) {

    public void tell(String line) {
        err.println("lockkeeper: " + line);
        err.flush();
    }
}
