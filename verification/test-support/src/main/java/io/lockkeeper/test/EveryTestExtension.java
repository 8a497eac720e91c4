package io.lockkeeper.test;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** What holds for the tests of every module: how often they look for what they await, and that a failed one says its order. */
public final class EveryTestExtension implements BeforeAllCallback, TestWatcher {

    private static final String SEED = "junit.jupiter.execution.order.random.seed";
    private static final long FIRST_LOOK_MILLIS = 5;
    private static final long LAST_LOOK_MILLIS = 100;

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultPollInterval(EveryTestExtension::nextLook);
    }

    /** Most of what is awaited is there at once or in a moment; what takes longer is looked for ever less often. */
    private static Duration nextLook(int looks, Duration last) {
        return Duration.ofMillis(looks == 1 ? FIRST_LOOK_MILLIS : Math.min(2 * last.toMillis(), LAST_LOOK_MILLIS));
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        System.out.println(
                context.getDisplayName() + " failed in the order of -Dtests.seed=" + System.getProperty(SEED));
    }
}
