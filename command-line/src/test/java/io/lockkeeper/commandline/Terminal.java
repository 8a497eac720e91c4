package io.lockkeeper.commandline;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** The command in this very process, for what needs no signals: what it wrote, and what it ended with. */
record Terminal(int exitCode, String out, String err) {

    static Terminal run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = LockkeeperMain.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = line.execute(arguments);
        return new Terminal(exitCode, out.toString(), err.toString());
    }
}
