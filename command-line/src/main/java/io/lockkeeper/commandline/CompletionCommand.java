package io.lockkeeper.commandline;

import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockkeeper generate-completion}: commands, options, and the names of locks in use, which {@code lockkeeper list} is asked for. */
@Command(
        name = "generate-completion",
        description = "Print what makes a shell complete commands, options and the names of locks in use.",
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

    private static final String LOCK_NAMES =
            "lockkeeper list --json --limit 500 2>/dev/null | sed -n 's/^{\"name\": *\"\\([^\"\\\\]*\\)\".*/\\1/p'";

    /** After the first word, which names a lock. */
    private static final String NAMING = "run|show|watch|evict|pause|resume|take-out";

    private static final String WITH_LOCKS = """

            _lockkeeper_with_locks() {
                local each word=$2 at=$COMP_CWORD words cut=
                _complete_lockkeeper
                # bash cuts words at colons, too, and quotes nothing by itself
                [ -n "${ZSH_VERSION-}" ] || { read -a words <<<"${COMP_LINE:0:COMP_POINT}."; at=$((${#words[@]} - 1)) word=${words[at]%.} cut=${word%"${word##*[:=]}"}; }
                if [[ ${COMP_WORDS[1]}:$at:$word == @(NAMING):2:?([^-]*) ]]; then
                    COMPREPLY=()
                    while IFS= read -r each; do
                        [[ $each != "$word"* ]] || { [ -n "${ZSH_VERSION-}" ] || printf -v each %q "$each"; COMPREPLY+=("${each#"$cut"}"); }
                    done < <(LOCK_NAMES)
                fi
            }
            complete -F _lockkeeper_with_locks lockkeeper
            """;

    enum Shell {
        BASH,
        ZSH,
        FISH
    }

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SHELL",
            defaultValue = "bash",
            description = "bash, zsh or fish. Default: ${DEFAULT-VALUE}.")
    private Shell shell = Shell.BASH;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        CommandLine root = spec.parent().commandLine();
        String script = switch (shell) {
            case BASH -> "shopt -s extglob\n" + bash(root);
            case ZSH -> "autoload -Uz compinit bashcompinit\ncompinit\nbashcompinit\nsetopt ksh_glob\n" + bash(root);
            case FISH -> fish(root.getCommandSpec());
        };
        spec.commandLine().getOut().print(script);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private static String bash(CommandLine root) {
        return AutoComplete.bash("lockkeeper", root)
                + WITH_LOCKS.replace("LOCK_NAMES", LOCK_NAMES).replace("NAMING", NAMING);
    }

    private static String fish(CommandSpec root) {
        Stream<CommandSpec> commands = root.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(each -> !each.usageMessage().hidden())
                .distinct();
        return "complete -c lockkeeper -f\n"
                + commands.map(CompletionCommand::fishCommand).collect(Collectors.joining())
                + "complete -c lockkeeper -n '__fish_seen_subcommand_from %s; and test (count (commandline -opc)) -eq 2' -a \"(%s)\"\n"
                        .formatted(
                                NAMING.replace('|', ' '),
                                LOCK_NAMES.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    private static String fishCommand(CommandSpec command) {
        String options = command.options().stream()
                .filter(option -> !option.hidden())
                .map(option -> fishOption(command.name(), option))
                .collect(Collectors.joining());
        return "complete -c lockkeeper -n __fish_use_subcommand -a %s -d %s\n"
                        .formatted(command.name(), quoted(command.usageMessage().description()))
                + options;
    }

    private static String fishOption(String command, OptionSpec option) {
        String names = Stream.of(option.names())
                .map(name -> name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                .collect(Collectors.joining(" "));
        return "complete -c lockkeeper -n '__fish_seen_subcommand_from %s' %s%s -d %s\n"
                .formatted(command, names, option.arity().max() > 0 ? " -r" : "", quoted(option.description()));
    }

    /** The first sentence, in quotes of fish. */
    private static String quoted(String @Nullable [] description) {
        String text = description == null || description.length == 0 ? "" : description[0];
        String first = text.contains(". ") ? text.substring(0, text.indexOf(". ")) : text;
        return "'" + first.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
