package io.lockkeeper.commandline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The commands as the reference lists them: each with its synopsis and its own options, and those of several commands once. */
final class CommandsOnPage {

    private static final int OF_SEVERAL = 3;
    private static final int WIDTH = 120;

    private final Map<String, CommandLine> commands;

    CommandsOnPage(CommandLine line) {
        commands = new LinkedHashMap<>(line.getSubcommands());
        commands.values().removeIf(each -> each.getCommandSpec().usageMessage().hidden());
    }

    String text() {
        StringBuilder page = new StringBuilder();
        commands.values().stream().map(CommandLine::getCommandSpec).forEach(each -> page.append(command(each)));
        return page.append("### Options of several commands\n" + shared()).toString();
    }

    private String command(CommandSpec spec) {
        return "### lockkeeper %s\n%s\n\n```\n%s\n```\n%s"
                .formatted(
                        spec.name(),
                        said(spec.usageMessage().description()),
                        synopsis(spec),
                        table(
                                "| option | does |",
                                arguments(spec).filter(each -> usedBy(row(each)).size() < OF_SEVERAL)));
    }

    private static String synopsis(CommandSpec spec) {
        String[] own = spec.usageMessage().customSynopsis();
        if (own.length > 0) {
            return String.join("\n", own);
        }
        CommandLine.Help help =
                new CommandLine.Help(spec.usageMessage(spec.usageMessage().width(WIDTH)), Ansi.OFF);
        return help.synopsis(0).strip();
    }

    private String shared() {
        Map<String, String> rows = new TreeMap<>();
        commands.values().stream()
                .map(CommandLine::getCommandSpec)
                .flatMap(CommandsOnPage::arguments)
                .map(CommandsOnPage::row)
                .filter(row -> usedBy(row).size() >= OF_SEVERAL)
                .forEach(row -> rows.put(row, row + " " + commandsWith(row) + " |"));
        return "| option | does | of |\n|---|---|---|\n" + String.join("\n", rows.values()) + "\n";
    }

    private String commandsWith(String row) {
        List<String> with = usedBy(row);
        return with.size() == commands.size()
                ? "all"
                : with.stream().map("`%s`"::formatted).collect(Collectors.joining(", "));
    }

    private List<String> usedBy(String row) {
        return commands.entrySet().stream()
                .filter(each -> arguments(each.getValue().getCommandSpec())
                        .anyMatch(argument -> row(argument).equals(row)))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Stream<ArgSpec> arguments(CommandSpec spec) {
        List<ArgSpec> all = new ArrayList<>(spec.positionalParameters());
        all.addAll(spec.options());
        return all.stream().filter(argument -> !argument.hidden());
    }

    private static String table(String head, Stream<ArgSpec> arguments) {
        String rows = arguments.map(CommandsOnPage::row).collect(Collectors.joining("\n"));
        return rows.isEmpty() ? "\n" : head + "\n|---|---|\n" + rows + "\n\n";
    }

    private static String row(ArgSpec argument) {
        return "| `%s` | %s |"
                .formatted(label(argument), said(argument.description()).replace("|", "\\|"));
    }

    private static String label(ArgSpec argument) {
        return switch (argument) {
            case OptionSpec option ->
                String.join("`, `", option.names()) + (option.arity().max() == 0 ? "" : " " + option.paramLabel());
            case PositionalParamSpec parameter -> parameter.paramLabel();
            default -> throw new IllegalStateException("Neither option nor parameter: " + argument);
        };
    }

    private static String said(String[] lines) {
        return Arrays.stream(lines)
                .map(line -> line.formatted())
                .collect(Collectors.joining(" "))
                .strip();
    }
}
