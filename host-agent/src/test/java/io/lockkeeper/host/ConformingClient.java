package io.lockkeeper.host;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A client with its program for the scenarios. */
enum ConformingClient {
    PYTHON("python3", "python_client.py", ""),
    PYTHON_ASYNCIO("python3", "python_client.py", "asyncio"),
    NODE_IMPORT("node", "node_import.mjs", ""),
    NODE_REQUIRE("node", "node_require.cjs", ""),
    GO("go", "go", "");

    private static final Path PROGRAMS =
            Path.of("../clients/conformance").toAbsolutePath().normalize();

    /** One that takes part in no scenario but a hand-over. */
    static final Path SMALL = PROGRAMS.resolve("small.pl");

    private final String runtime;
    private final String program;
    private final String mode;

    ConformingClient(String runtime, String program, String mode) {
        this.runtime = runtime;
        this.program = program;
        this.mode = mode;
    }

    boolean isThere() {
        return ScriptProcess.isThere(runtime);
    }

    ScriptProcess start(Path socket) throws Exception {
        assumeTrue(isThere(), "There is no %s here: its client was not tried.".formatted(runtime));
        return ScriptProcess.start(command(socket));
    }

    List<String> command(Path socket) throws Exception {
        return Stream.concat(started(), Stream.of(socket.toString(), mode)).toList();
    }

    private Stream<String> started() throws Exception {
        Path place = PROGRAMS.resolve(program);
        return switch (runtime) {
            case "node" -> Stream.of(runtime, "--expose-gc", place.toString());
            case "go" -> Stream.of(GoProgram.in(place).toString());
            default -> Stream.of(runtime, place.toString());
        };
    }
}
