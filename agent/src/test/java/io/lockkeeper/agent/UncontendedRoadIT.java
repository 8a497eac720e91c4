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
    /** Of the model, which documents and requests are made of. */
    private static final int MODEL_FILES_OF_ACQUIRE = 10;

    private static final int MODEL_FILES_OF_RELEASE = 6;
    private static final String AGENT = "io.lockkeeper.agent.";
    private static final String MODEL = "io.lockkeeper.model.";
    /** It stands in for the server. */
    private static final String MODEL_IN_MEMORY = "io.lockkeeper.model.memory.";

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

        assertThat(of(AGENT, entered.until("acquired"))).hasSizeLessThanOrEqualTo(FILES_OF_ACQUIRE);
        assertThat(of(MODEL, entered.until("acquired"))).hasSizeLessThanOrEqualTo(MODEL_FILES_OF_ACQUIRE);
        assertThat(of(AGENT, entered.until("released"))).hasSizeLessThanOrEqualTo(FILES_OF_RELEASE);
        assertThat(of(MODEL, entered.until("released"))).hasSizeLessThanOrEqualTo(MODEL_FILES_OF_RELEASE);
    }

    private static List<String> of(String packages, Collection<String> files) {
        return files.stream()
                .filter(file -> file.startsWith(packages) && !file.startsWith(MODEL_IN_MEMORY))
                .filter(file -> !file.equals(OF_OTHER_THREADS))
                .toList();
    }

    private static Set<String> files(List<String> frames) {
        return frames.stream()
                .map(frame -> frame.replaceFirst("[.$][^.]*$", "").replaceFirst("\\$.*", ""))
                .collect(Collectors.toSet());
    }
}
