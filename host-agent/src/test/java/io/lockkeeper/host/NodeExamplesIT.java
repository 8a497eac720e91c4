package io.lockkeeper.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The programs for Node that were moved over: as three processes each does its work once, and with a lock that grants everything not. */
@Execution(ExecutionMode.CONCURRENT)
class NodeExamplesIT {

    private static final Path EXAMPLES = Path.of("../examples/node");
    private static final Path CLIENT = Path.of("../clients/node");
    private static final int PROCESSES = 3;
    private static final int PIECES = 150;
    private static final int LINES = 10;

    /**
     * In the place of the client: it grants all that is asked for. The first work of each process takes until another is at work, too, so
     * that what they do never comes out right by chance.
     */
    private static final String GRANTS_EVERYTHING = """
            import {existsSync, readdirSync, writeFileSync} from 'node:fs';
            import {syncBuiltinESMExports} from 'node:module';
            import timers from 'node:timers/promises';
            const sleep = timers.setTimeout;
            const mine = `at-work-${process.pid}`;
            const alone = () => !readdirSync('.').some(name => name.startsWith('at-work-') && name !== mine);
            timers.setTimeout = async milliseconds => {
              if (!existsSync(mine)) {
                writeFileSync(mine, '');
                for (const until = Date.now() + 15_000; alone() && Date.now() < until; ) await sleep(2);
              }
              await sleep(milliseconds);
            };
            syncBuiltinESMExports();
            const lease = {token: 1, isHeld: () => true, check() {}, release: async () => true};
            export class Lockkeeper {
              async acquire() { return lease; }
              async tryAcquire() { return lease; }
              async withLock(name, work) { return await work(lease); }
              every(interval, name, work) {
                const job = setInterval(work, 1_000);
                return {stop: async () => clearInterval(job)};
              }
              async close() {}
            }
            """;

    /** What a program works on, and what it has done. */
    enum Program {
        DBLOCK_ARTICLE("dblock-article", "outbox.json sent.txt", "sent.txt"),
        DBLOCK_README("dblock-readme", "report.json " + PIECES, "report.json.log"),
        REDIS_SYNCHRONISER("redis-synchroniser", "stock.txt " + PIECES, "stock.txt"),
        MONGODB_LOCK("mongodb-lock", "journal.txt " + String.join(" ", pieces()), "journal.txt"),
        SET_INTERVAL("set-interval", "runs.txt 3", "runs.txt");

        private final String folder;
        private final String arguments;
        private final String result;

        Program(String folder, String arguments, String result) {
            this.folder = folder;
            this.arguments = arguments;
            this.result = result;
        }

        /** What stands there if each piece of work was done once. */
        List<String> right() {
            return switch (this) {
                case DBLOCK_README ->
                    pieces().stream().map(piece -> "page " + piece).toList();
                case REDIS_SYNCHRONISER -> List.of("0");
                case SET_INTERVAL -> List.of("run 1", "run 2", "run 3");
                default -> pieces();
            };
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeEach
    void isNodeThere() {
        assumeTrue(ScriptProcess.isThere("node"), "There is no node here: its examples were not tried.");
    }

    @ParameterizedTest
    @EnumSource
    void threeProcessesDoEachPieceOfWorkOnce(Program program) throws Exception {
        Path client = Files.createDirectories(folder.resolve("node_modules/@lockkeeper/client"));
        for (String file : List.of("lockkeeper.cjs", "lockkeeper.mjs", "package.json")) {
            Files.copy(CLIENT.resolve(file), client.resolve(file));
        }
        try (TestHost host = new TestHost()) {
            run(program, host.socket());
        }
        assertThat(lines(program.result)).containsExactlyInAnyOrderElementsOf(program.right());
    }

    @ParameterizedTest
    @EnumSource
    void withALockThatGrantsEverythingTheyDoNot(Program program) throws Exception {
        Path client = Files.createDirectories(folder.resolve("node_modules/@lockkeeper/client"));
        Files.writeString(client.resolve("index.mjs"), GRANTS_EVERYTHING);
        Files.writeString(
                client.resolve("package.json"), "{\"name\": \"@lockkeeper/client\", \"exports\": \"./index.mjs\"}");
        run(program, folder.resolve("none"));
        assertThat(sorted(lines(program.result))).isNotEqualTo(sorted(program.right()));
    }

    @ParameterizedTest
    @EnumSource
    void atMostTenLinesOfAProgramChange(Program program) throws IOException {
        List<String> before =
                Files.readAllLines(EXAMPLES.resolve(program.folder).resolve("before.mjs"));
        List<String> after = Files.readAllLines(EXAMPLES.resolve(program.folder).resolve("after.mjs"));
        List<String> added = new ArrayList<>(after);
        before.forEach(added::remove);
        List<String> gone = new ArrayList<>(before);
        after.forEach(gone::remove);
        assertThat(added).isNotEmpty().hasSizeLessThanOrEqualTo(LINES);
        assertThat(gone).isNotEmpty().hasSizeLessThanOrEqualTo(LINES);
    }

    private void run(Program program, Path socket) throws Exception {
        Files.writeString(folder.resolve("outbox.json"), pieces().toString());
        Files.writeString(folder.resolve("report.json"), "{\"pages\": 0}");
        Files.writeString(folder.resolve("stock.txt"), Integer.toString(PROCESSES * PIECES));
        Files.createFile(folder.resolve("journal.txt"));
        Path script = Files.copy(EXAMPLES.resolve(program.folder).resolve("after.mjs"), folder.resolve("program.mjs"));
        List<Process> started = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                started.add(start(program, script, socket));
            }
            for (Process process : started) {
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ended").isTrue();
                assertThat(process.exitValue()).isZero();
            }
        } catch (AssertionError e) {
            if (!socket.endsWith("none")) { // without a lock, one reads what another is writing
                throw e;
            }
        } finally {
            started.forEach(Process::destroyForcibly);
        }
    }

    private Process start(Program program, Path script, Path socket) throws IOException {
        List<String> line = new ArrayList<>(List.of("node", script.toString()));
        line.addAll(List.of(program.arguments.split(" ", -1)));
        ProcessBuilder process = new ProcessBuilder(line)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        process.environment().put("LOCKKEEPER_HOST_SOCKET", socket.toString());
        return process.start();
    }

    private static List<String> pieces() {
        return IntStream.rangeClosed(1, PIECES).mapToObj(Integer::toString).toList();
    }

    private static List<String> sorted(List<String> some) {
        return some.stream().sorted().toList();
    }

    private List<String> lines(String file) {
        Path done = folder.resolve(file);
        try (Stream<String> lines = Files.exists(done) ? Files.lines(done) : Stream.empty()) {
            return lines.filter(line -> !line.isBlank()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
