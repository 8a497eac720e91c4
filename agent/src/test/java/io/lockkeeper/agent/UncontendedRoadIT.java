package io.lockkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.model.Ask;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How much of the agent's code an uncontended lock runs through: what you read to know what {@code acquire} does. A figure may only fall.
 * Write down the new one when it does.
 */
@Timeout(120)
class UncontendedRoadIT {

    private static final int FRAMES_OF_ACQUIRE = 12;
    private static final int FRAMES_OF_RELEASE = 12;
    /** The caller's door, what decides, and what the call passes through. */
    private static final int FILES_ON_THE_STACK_OF_ACQUIRE = 6;

    private static final int FILES_ON_THE_STACK_OF_RELEASE = 6;
    private static final int FILES_OF_ACQUIRE = 41;
    private static final int FILES_OF_RELEASE = 30;
    /** Whether a thread of the agent wakes meanwhile is chance. */
    private static final String OF_OTHER_THREADS = "io.lockkeeper.agent.time.OwnThread";

    @Test
    void fewFramesStandBetweenACallerAndTheStore() throws InterruptedException {
        Map<String, List<String>> frames = new TreeMap<>();
        try (LockAgent agent = UncontendedProcess.agent(
                ask -> frames.put(ask instanceof Ask.Remove ? "release" : "acquire", UncontendedProcess.frames()))) {
            agent.acquire("report").close();
        }

        List<String> acquire = Objects.requireNonNull(frames.get("acquire"));
        List<String> release = Objects.requireNonNull(frames.get("release"));
        assertThat(acquire).hasSizeLessThanOrEqualTo(FRAMES_OF_ACQUIRE);
        assertThat(files(acquire)).hasSizeLessThanOrEqualTo(FILES_ON_THE_STACK_OF_ACQUIRE);
        assertThat(release).hasSizeLessThanOrEqualTo(FRAMES_OF_RELEASE);
        assertThat(files(release)).hasSizeLessThanOrEqualTo(FILES_ON_THE_STACK_OF_RELEASE);
    }

    @Test
    void anAcquireAndAReleaseEnterFewFiles() throws Exception {
        FilesEntered entered = FilesEntered.by(UncontendedProcess.class);

        assertThat(onTheRoad(entered.until("acquired"))).hasSizeLessThanOrEqualTo(FILES_OF_ACQUIRE);
        assertThat(onTheRoad(entered.until("released"))).hasSizeLessThanOrEqualTo(FILES_OF_RELEASE);
    }

    private static List<String> onTheRoad(Collection<String> files) {
        return files.stream().filter(file -> !file.equals(OF_OTHER_THREADS)).toList();
    }

    private static Set<String> files(List<String> frames) {
        return frames.stream()
                .map(frame -> frame.replaceFirst("[.$][^.]*$", "").replaceFirst("\\$.*", ""))
                .collect(Collectors.toSet());
    }
}
