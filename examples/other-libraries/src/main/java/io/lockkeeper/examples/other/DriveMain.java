package io.lockkeeper.examples.other;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** One instance of a library as a process of its own, which takes a command a line and answers it by one that begins with "= ". */
public final class DriveMain {

    private DriveMain() {}

    /** The library, and the name of this instance. */
    public static void main(String[] arguments) throws Exception {
        drive(open(arguments[0], arguments[1]));
    }

    /** Performs the commands until no more come, and ends the process. */
    public static void drive(Driven library) throws IOException {
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
            case "shedlock-reactive" -> new DrivenShedLockReactive();
            case "spring-form" -> new DrivenSpringForm(instance);
            case "spring-expiry-form" -> new DrivenSpringExpiryForm(instance);
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
