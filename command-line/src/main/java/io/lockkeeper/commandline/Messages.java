package io.lockkeeper.commandline;

import java.io.PrintWriter;

/** Messages beside the answer, on standard error. */
public record Messages(PrintWriter err) {

    public void tell(String line) {
        err.println("lockkeeper: " + line);
        err.flush();
    }
}
