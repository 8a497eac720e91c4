package io.lockkeeper.commandline;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.console.HistoryCommand;
import io.lockkeeper.commandline.console.SourcesCommand;
import io.lockkeeper.commandline.console.TakeOutCommand;
import io.lockkeeper.commandline.console.WaitsCommand;
import io.lockkeeper.commandline.doctor.DoctorCommand;
import io.lockkeeper.commandline.doctor.ProofPeerCommand;
import io.lockkeeper.commandline.eviction.EvictCommand;
import io.lockkeeper.commandline.eviction.PauseCommand;
import io.lockkeeper.commandline.eviction.ResumeCommand;
import io.lockkeeper.commandline.host.ServeCommand;
import io.lockkeeper.commandline.host.SessionsCommand;
import io.lockkeeper.commandline.locks.AgentsCommand;
import io.lockkeeper.commandline.locks.ListCommand;
import io.lockkeeper.commandline.locks.ShowCommand;
import io.lockkeeper.commandline.locks.WatchCommand;
import io.lockkeeper.commandline.run.RunCommand;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code lockkeeper}. */
@Command(
        name = "lockkeeper",
        description = "Distributed locks in MongoDB, from the command line.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            ListCommand.class,
            ShowCommand.class,
            WatchCommand.class,
            AgentsCommand.class,
            ServeCommand.class,
            SessionsCommand.class,
            WaitsCommand.class,
            HistoryCommand.class,
            SourcesCommand.class,
            EvictCommand.class,
            PauseCommand.class,
            ResumeCommand.class,
            TakeOutCommand.class,
            DoctorCommand.class,
            ProofPeerCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        })
public final class LockkeeperMain implements Runnable {

    /** What works as people try it, and needs no line in the list. */
    private static final Set<String> HIDDEN = Set.of("help", "version");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private LockkeeperMain() {}

    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    /** Does what {@code main} does, and returns the exit code. */
    public static int execute(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** Without a command. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(name = "version", description = "Print the version.")
    void version() {
        spec.commandLine().printVersionHelp(spec.commandLine().getOut());
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new LockkeeperMain());
        line.registerConverter(Duration.class, new DurationOption());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler(LockkeeperMain::failed);
        line.setParameterExceptionHandler(LockkeeperMain::misunderstood);
        line.getSubcommands().values().stream()
                .map(each -> each.getCommandSpec())
                .filter(each -> HIDDEN.contains(each.name()))
                .forEach(each -> each.usageMessage().hidden(true));
        return line;
    }

    private static int misunderstood(ParameterException wrong, String[] arguments) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        String message = Plain.text(wrong.getMessage()) + nearestTo(wrong);
        if (!printed(command.commandLine(), List.of(arguments), message, ExitCode.USAGE)) {
            command.commandLine().getErr().println("Try '%s --help'.".formatted(command.qualifiedName()));
        }
        return ExitCode.USAGE;
    }

    /** Whether it was printed as JSON, for a program that asked for it. */
    private static boolean printed(CommandLine line, List<String> arguments, String said, int code) {
        String message = Plain.typed(said);
        int end = arguments.indexOf("--");
        boolean json = (end < 0 ? arguments : arguments.subList(0, end)).contains("--json");
        line.getErr()
                .println(json ? new Json().with("error", message).with("exitCode", code) : "lockkeeper: " + message);
        return json;
    }

    /** The command or option that was most likely meant. */
    private static String nearestTo(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        String typed = unmatched.getUnmatched().getFirst();
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        return SimilarNames.didYouMean(SimilarNames.nearest(
                typed,
                typed.startsWith("-")
                        ? command.optionsMap().keySet()
                        : command.subcommands().keySet()));
    }

    /** Prints a sentence for the user, or nothing where 0 is the code that the user chose; a stack trace is only for defects. */
    private static int failed(Exception failure, CommandLine line, ParseResult parsed) {
        if (failure instanceof FailedException expected) {
            if (expected.exitCode() != 0) {
                printed(line, parsed.originalArgs(), String.valueOf(expected.getMessage()), expected.exitCode());
            }
            return expected.exitCode();
        }
        if (failure instanceof MongoException mongo) {
            printed(line, parsed.originalArgs(), Trouble.of(mongo), ExitCode.UNAVAILABLE);
            return ExitCode.UNAVAILABLE;
        }
        failure.printStackTrace(line.getErr());
        return ExitCode.SOFTWARE;
    }
}
