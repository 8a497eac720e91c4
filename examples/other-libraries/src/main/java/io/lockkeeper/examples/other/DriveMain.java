package io.lockkeeper.examples.other;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** One instance of a library as a process of its own, which takes a command a line and answers it by one that begins with "= ". */
final class DriveMain {

    private DriveMain() {}

    /** The library, and the name of this instance. */
    public static void main(String[] arguments) throws Exception {
        Driven library = open(arguments[0], arguments[1]);
        say("ready");
        try (BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            drive(library, commands);
        }
        Runtime.getRuntime().halt(0); // the libraries' own threads would keep it
    }

    private static Driven open(String library, String instance) throws Exception {
        return switch (library) {
            case "axon" -> new DrivenAxon(instance);
            case "jobrunr" -> new DrivenJobRunr(instance);
            case "liquibase" -> new DrivenLiquibase();
            case "mongock" -> new DrivenMongock();
            case "quartz" -> new DrivenQuartz(instance);
            default -> throw new IllegalArgumentException("There is no library " + library);
        };
    }

    private static void drive(Driven library, BufferedReader commands) throws IOException {
        String command = commands.readLine();
        while (command != null) {
            try {
                say(library.perform(command));
            } catch (Exception e) {
                say("throws %s: %s".formatted(e.getClass().getSimpleName(), e.getMessage()));
            }
            command = commands.readLine();
        }
    }

    private static void say(String answer) {
        System.out.println("= " + answer.replaceAll("\\s+", " "));
    }
}
