package io.lockkeeper.commandline;

import java.io.PrintWriter;

/** Messages to the user on standard error, apart from the answer. */
public record Messages(PrintWriter err) {

    public void tell(String line) {
        err.println("lockkeeper: " + Plain.typed(line));
        err.flush();
    }
}
