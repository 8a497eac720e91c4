package io.lockkeeper.console.people.web;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import io.lockkeeper.console.ConsoleApplication;
import io.lockkeeper.console.fixture.ConsoleProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("alone")
class OutOfMemoryIT {

    @Test
    void aConsoleWithoutMemoryEndsAlsoWhereNobodyGaveTheOptionForIt() {
        try (ConsoleProcess console = ConsoleProcess.launch(EaterMain.class)) {
            await().atMost(120, SECONDS).until(() -> console.hasSaid(EaterMain.EATING));
            await().atMost(60, SECONDS).until(() -> !console.isRunning());
        }
    }

    /** A console in which one thread, which is none of its own, takes all the memory and dies. */
    static final class EaterMain {

        static final String EATING = "eating";

        private EaterMain() {}

        public static void main(String[] arguments) {
            ConsoleApplication.main(arguments);
            System.out.println(EATING);
            Thread.ofPlatform().start(EaterMain::eat);
        }

        private static void eat() {
            List<byte[]> eaten = new ArrayList<>();
            while (eaten.size() < Integer.MAX_VALUE) {
                eaten.add(new byte[1 << 16]);
            }
        }
    }
}
