package io.lockkeeper.faults;

import io.lockkeeper.faults.client.ClientProcess;
import io.lockkeeper.faults.client.ClientProcess.Setup;
import io.lockkeeper.faults.client.HostMain;
import io.lockkeeper.faults.client.Language;
import io.lockkeeper.faults.history.History;
import io.lockkeeper.faults.nemesis.Crew;
import io.lockkeeper.faults.nemesis.Crew.Hire;
import io.lockkeeper.faults.nemesis.HostSeat;
import io.lockkeeper.faults.overlay.Overlay;
import io.lockkeeper.test.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A crew of several languages on the same locks: two clients each in Node and Python, through one host agent, and two that embed an agent. */
final class Languages {

    private static final int OF_EACH = 2;

    private Languages() {}

    /** Whether this machine has what runs them. */
    static boolean areHere() {
        return Arrays.stream(Language.values())
                .allMatch(each -> Stream.of(
                                System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, each.program()))));
    }

    static Crew start(Setup setup, Control control, History history, SplittableRandom random)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("lockkeeper-host-");
        Path socket = folder.resolve("lockkeeper.sock");
        Overlay patched = Overlay.compile(control.patches());
        Setup ofHost = setup.before(patched.folder());
        HostSeat host = HostSeat.take(number -> HostMain.start("host-agent-" + number, ofHost, socket, history), () -> {
            patched.close();
            ServerProcess.delete(folder);
        });
        Hire java = number -> ClientProcess.start("java-" + number, setup, history);
        Stream<Hire> others = Arrays.stream(Language.values())
                .<Hire>map(language -> number -> ClientProcess.through(
                        socket, language, name(language, number), setup, control.believes(), history));
        List<Hire> hires = Stream.concat(Stream.of(java), others)
                .flatMap(hire -> Stream.generate(() -> hire).limit(OF_EACH))
                .toList();
        return Crew.start(hires, Optional.of(host), setup, history, random);
    }

    private static String name(Language language, int number) {
        return language.name().toLowerCase(Locale.ROOT) + "-" + number;
    }
}
