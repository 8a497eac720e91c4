package io.lockkeeper.faults.client;

import io.lockkeeper.faults.overlay.Checkout;
import java.nio.file.Path;
import java.util.List;

/** A language whose clients take their locks through a host agent. */
public enum Language {
    NODE("node", "load.cjs", "clients/node/package.json"),
    PYTHON("python3", "load.py", "clients/python/pyproject.toml");

    private final String program;
    private final String load;
    private final String library;

    Language(String program, String load, String library) {
        this.program = program;
        this.load = load;
        this.library = library;
    }

    public String program() {
        return program;
    }

    /** What runs the load on that client's library; the rest of its arguments are the load's own. */
    List<String> command() {
        return List.of(
                program,
                Checkout.file("verification/faults/src/main/scripts/" + load).toString(),
                folder(Checkout.file(library)));
    }

    private static String folder(Path file) {
        return String.valueOf(file.getParent());
    }
}
