package io.lockkeeper.commandline;

import com.mongodb.MongoException;
import io.lockkeeper.commandline.console.HistoryCommand;
import io.lockkeeper.commandline.console.SourcesCommand;
import io.lockkeeper.commandline.console.TakeOutCommand;
import io.lockkeeper.commandline.console.WaitsCommand;
import io.lockkeeper.commandline.doctor.DoctorCommand;
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
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
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
            GenerateCompletion.class
        })
public final class LockkeeperMain {

    private LockkeeperMain() {}

    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    /** Does what {@code main} does, and returns the exit code. */
    public static int execute(String... arguments) {
        return commandLine().execute(arguments);
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new LockkeeperMain());
        line.registerConverter(Duration.class, new DurationOption());
        line.setExecutionExceptionHandler(LockkeeperMain::failed);
        line.setParameterExceptionHandler((wrong, arguments) -> {
            wrong.getCommandLine().getErr().println("lockkeeper: " + Plain.text(wrong.getMessage()) + nearestTo(wrong));
            wrong.getCommandLine()
                    .getErr()
                    .println("Try '%s --help'."
                            .formatted(wrong.getCommandLine().getCommandSpec().qualifiedName()));
            return ExitCode.USAGE;
        });
        return line;
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
                line.getErr().println("lockkeeper: " + expected.getMessage());
            }
            return expected.exitCode();
        }
        if (failure instanceof MongoException mongo) {
            line.getErr().println("lockkeeper: " + Trouble.of(mongo));
            return ExitCode.UNAVAILABLE;
        }
        failure.printStackTrace(line.getErr());
        return ExitCode.SOFTWARE;
    }
}
