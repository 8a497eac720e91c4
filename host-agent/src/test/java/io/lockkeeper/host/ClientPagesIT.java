package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.test.CodeBlock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages for Node, Python and Go: their code, as it is written there, takes locks from a host agent. */
class ClientPagesIT {

    private static final Path CLIENTS = Path.of("../clients").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private TestHost host;

    @BeforeEach
    void open() throws Exception {
        host = new TestHost();
    }

    @AfterEach
    void close() throws Exception {
        host.close();
    }

    @Test
    void theCodeOfThePageForNodeRuns() throws Exception {
        assumeTrue(ScriptProcess.isThere("node"), "There is no node here: its page was not tried.");
        assumeTrue(ScriptProcess.isThere("npm"), "There is no npm here: its page was not tried.");
        install("node", "clients/node");
        List<CodeBlock> blocks = CodeBlock.ofPage(CLIENTS.resolve("node/README.md"), "js");
        assertThat(blocks).hasSize(1);
        String program = """
                const batch = [];
                const send = async (what, {fence, signal}) => console.log('sent', fence > 0 && !signal.aborted);
                const clean = () => {};
                %s
                await job.stop();
                console.log('report', lease.isHeld());
                await locks.close();
                """.formatted(blocks.getFirst().text());
        requireRun(run("node", "page.mjs", program));
    }

    @Test
    void theCodeOfThePageForPythonRuns() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: its page was not tried.");
        List<CodeBlock> blocks = CodeBlock.ofPage(CLIENTS.resolve("python/README.md"), "python");
        assertThat(blocks).hasSize(2);
        requireRun(run("python3", "page.py", """
                batch = []
                def send(what, fence):
                    print("sent", str(fence > 0).lower())
                def clean():
                    pass
                %s
                print("report", str(lease.is_held()).lower())
                """.formatted(blocks.getFirst().text())));
        String awaiting = run(
                "python3", "awaiting.py", """
                import asyncio
                batch = []
                async def send(what, fence):
                    print("sent", str(fence > 0).lower())
                async def page():
                %s
                    print("report", str(lease.loss is None).lower())
                asyncio.run(page())
                """.formatted(blocks.getLast().text().indent(4)));
        requireRun(awaiting);
    }

    /** A thread renews its leases. */
    @Test
    void whereThreadsDoNotRunTheClientForPythonTakesNoLock() throws Exception {
        assumeTrue(ScriptProcess.isPythonThere(), "There is no python3 here: its client was not tried.");
        String said = run("python3", "threads.py", """
                import sys, types
                from lockkeeper import LockError, Lockkeeper
                patcher = types.SimpleNamespace(is_monkey_patched=lambda what: what == "thread")
                for name, module in (("eventlet.patcher", patcher), ("uwsgi", types.SimpleNamespace(opt={}))):
                    sys.modules[name] = module
                    try:
                        Lockkeeper("billing").acquire("job", wait=0)
                    except LockError as e:
                        print(e)
                    del sys.modules[name]
                """);
        assertThat(said.lines())
                .satisfiesExactly(
                        eventlet -> assertThat(eventlet).endsWith("use gevent, or threads."),
                        uwsgi -> assertThat(uwsgi).endsWith("start it with --enable-threads."));
    }

    @Test
    void theCodeOfThePageForGoRuns() throws Exception {
        assumeTrue(ScriptProcess.isThere("go"), "There is no go here: its page was not tried.");
        List<CodeBlock> blocks = CodeBlock.ofPage(CLIENTS.resolve("go/README.md"), "go");
        assertThat(blocks).hasSize(1);
        Files.writeString(folder.resolve("go.mod"), "module page\n\ngo 1.24\n");
        install("go", "third_party/lockkeeper");
        Files.writeString(
                folder.resolve("main.go"), """
                package main

                import (
                	"context"
                	"errors"
                	"fmt"
                	"time"

                	lockkeeper "lockkeeper.io/lockkeeper.git/clients/go"
                )

                func send(ctx context.Context, batch []string, fence int64) error {
                	fmt.Println("sent", fence > 0 && ctx.Err() == nil)
                	return nil
                }

                func clean(context.Context, *lockkeeper.Lease) error { return nil }

                func main() {
                	ctx, batch := context.Background(), []string{}
                %s
                	fmt.Println("report", lease.IsHeld() && err == nil)
                }
                """.formatted(blocks.getFirst().text()));
        requireRun(run(GoProgram.in(folder).toString(), "unused", ""));
    }

    @Test
    void theTestsInTheFolderOfTheClientForGoPass() throws Exception {
        assumeTrue(ScriptProcess.isThere("go"), "There is no go here: the tests of its client were not run.");
        List<String> test = new ArrayList<>(List.of("go", "test", "-vet=all"));
        if (ScriptProcess.isThere("gcc")) {
            test.add("-race");
        }
        ProcessBuilder process = new ProcessBuilder(test)
                .directory(CLIENTS.resolve("go").toFile())
                .redirectErrorStream(true);
        process.environment().put("GOTOOLCHAIN", "local");
        process.environment().put("LOCKKEEPER_HOST_SOCKET", host.socket().toString());
        Process started = process.start();
        String said = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(started.waitFor()).as(said).isZero();
    }

    /** What the page says first, in a folder that has the client where the page expects it. */
    private void install(String client, String place) throws Exception {
        String first = CodeBlock.ofPage(CLIENTS.resolve(client + "/README.md"), "")
                .getFirst()
                .text();
        Path there = folder.resolve(place);
        Files.createDirectories(there.getParent());
        Files.createSymbolicLink(there, CLIENTS.resolve(client));
        Process install = new ProcessBuilder("bash", "-euc", first)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(install.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(install.waitFor()).as(said).isZero();
    }

    private static void requireRun(String said) {
        assertThat(said.lines()).containsExactly("sent true", "report true");
    }

    private String run(String program, String name, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        ProcessBuilder process = new ProcessBuilder(program, file.toString()).redirectErrorStream(true);
        process.environment().put("LOCKKEEPER_HOST_SOCKET", host.socket().toString());
        process.environment().put("PYTHONPATH", CLIENTS.resolve("python").toString());
        Process started = process.start();
        try (Stream<String> lines = started.inputReader().lines()) {
            return String.join("\n", lines.toList());
        } finally {
            started.destroy();
        }
    }
}
