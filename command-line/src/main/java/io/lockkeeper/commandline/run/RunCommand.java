package io.lockkeeper.commandline.run;

import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.commandline.Connection;
import io.lockkeeper.commandline.Database;
import io.lockkeeper.commandline.ExitCode;
import io.lockkeeper.commandline.FailedException;
import io.lockkeeper.commandline.Messages;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockkeeper run NAME -- COMMAND}: for cron, jobs and migrations. */
@Command(
        name = "run",
        description = "Run a command while holding a lock.",
        mixinStandardHelpOptions = true,
        customSynopsis = "lockkeeper run NAME [OPTIONS] -- COMMAND [ARGUMENT...]",
        footer = {
            "",
            "The command finds the fencing token in LOCKKEEPER_TOKEN and the lock's name in LOCKKEEPER_LOCK.",
            "Exit code: the command's own, else 75 the lock is busy, 79 the lease was lost, 69 MongoDB is unavailable,",
            "126 and 127 the command cannot be started or found, 64 wrong arguments, 128+n ended by signal n."
        })
public final class RunCommand implements Callable<Integer> {

    private static final int MOST_EXIT_CODE = 255;

    @Parameters(index = "0", paramLabel = "NAME", description = "The lock's name.")
    private String name = "";

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "The command and its arguments.")
    private List<String> command = List.of();

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            description = "How long to wait for the lock, for example 30s. Default: forever.")
    private @Nullable Duration wait;

    @Option(names = "--no-wait", description = "Do not wait: if the lock is busy, exit at once with the code for that.")
    private boolean noWait;

    @Option(
            names = "--ttl",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "How long the lock stays held if this process is killed. Default: ${DEFAULT-VALUE}.")
    private Duration ttl = AgentOptions.DEFAULT_TTL;

    @Option(
            names = "--max-hold",
            paramLabel = "TIME",
            description = "End the command before it has held the lock for longer than this.")
    private @Nullable Duration maxHold;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Time from TERM to KILL if the lease ends before the command. Default: ${DEFAULT-VALUE}.")
    private Duration grace = Duration.ofSeconds(10);

    @Option(
            names = "--busy-exit-code",
            paramLabel = "CODE",
            defaultValue = "75",
            description = "The exit code if the lock is busy; 0 lets a cron job skip silently.")
    private int busyExitCode = ExitCode.BUSY;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            defaultValue = "lockkeeper-run",
            description = "The holder's name in the console. Default: ${DEFAULT-VALUE}.")
    private String service = "";

    @Option(
            names = "--note",
            paramLabel = "TEXT",
            description = "A note for operators. Default: the command's name, without its arguments.")
    private @Nullable String note;

    @Mixin
    private LockKind kind = new LockKind();

    @Mixin
    private Connection connection = new Connection();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        refuseContradictions();
        OwnLocale.requireReadable(command);
        Signals signals = Signals.handle();
        Holding holding = new Holding(
                request(), noWait, busyExitCode, new Messages(spec.commandLine().getErr()));
        try (Database database = connection.connect();
                LockAgent agent = LockAgent.connectLater(database.client(), database.name(), options())) {
            return holding.run(agent, new ChildCommand(command), signals, limits());
        } catch (RuntimeException e) {
            if (signals.taken().isPresent()) { // a failure after the signal was caused by it
                return signals.exitCode();
            }
            throw e;
        }
    }

    private void refuseContradictions() {
        if (noWait && wait != null) {
            throw new FailedException(ExitCode.USAGE, "--wait and --no-wait contradict each other.");
        }
        if (busyExitCode < 0 || busyExitCode > MOST_EXIT_CODE) {
            throw new FailedException(
                    ExitCode.USAGE,
                    String.format(
                            Locale.ROOT,
                            "--busy-exit-code is %d; it must be from 0 to %d.",
                            busyExitCode,
                            MOST_EXIT_CODE));
        }
    }

    private LockRequest request() {
        try {
            return kind.request(name, wait, maxHold).withNote(note == null ? program() : note);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    private LeaseGuard.Limits limits() {
        return new LeaseGuard.Limits(ttl, grace, maxHold);
    }

    private AgentOptions options() {
        try {
            return AgentOptions.forService(service).withTtl(ttl).withCommand().requireFit();
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    /** The last part of the program's path; arguments may hold secrets. */
    private String program() {
        String path = command.getFirst();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static FailedException wrong(IllegalArgumentException e) {
        return new FailedException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
}
