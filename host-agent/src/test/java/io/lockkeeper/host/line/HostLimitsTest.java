package io.lockkeeper.host.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What peers can make a host agent keep fits the heap that its command has. */
class HostLimitsTest {

    /** Measured for locks of their own with texts of the greatest length: with the agent's part, after a full collection. */
    private static final long OF_A_WAIT = 18_200;

    private static final long OF_A_LEASE = 5_500;
    private static final long OF_A_CONNECTION = 5_000;
    private static final long OF_NONE = 10 << 20;

    @Test
    void allThatTheLimitsAllowTogetherFitsTheHeapOfThePackagedCommand() throws Exception {
        HostLimits limits = HostLimits.DEFAULT;
        assertThat(limits.waits() * OF_A_WAIT
                        + (limits.leases() - limits.waits()) * OF_A_LEASE
                        + limits.connections() * OF_A_CONNECTION
                        + limits.lines().allUnread()
                        + limits.lines().allBegun()
                        + OF_NONE)
                .isLessThan(heap());
    }

    private static long heap() throws Exception {
        Matcher most =
                Pattern.compile("-Xmx(\\d+)m").matcher(Files.readString(Path.of("../launcher/packaged/lockkeeper")));
        assertThat(most.find()).isTrue();
        return Long.parseLong(most.group(1)) << 20;
    }
}
