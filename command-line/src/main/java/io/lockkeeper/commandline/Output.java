package io.lockkeeper.commandline;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Writes a subcommand's answer, as text or as JSON. */
public final class Output {

    @Option(names = "--json", description = "Print one JSON object per line. Later versions only add fields.")
    private boolean json;

    @Spec(Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    public boolean isJson() {
        return json;
    }

    public void print(Json object) {
        print(object.toString());
    }

    public void print(List<String> lines) {
        lines.forEach(this::print);
    }

    public void print(String line) {
        write(line + System.lineSeparator());
    }

    /** Writes the text unchanged, and flushes. */
    public void write(String text) {
        out().print(text);
        out().flush();
    }

    /** Prints a message for the person at the terminal, apart from the answer. */
    public void tell(String line) {
        new Messages(command.commandLine().getErr()).tell(line);
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }
}
