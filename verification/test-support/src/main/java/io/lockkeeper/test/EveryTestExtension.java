package io.lockkeeper.test;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Has a failed test of any module say the order of its methods. */
public final class EveryTestExtension implements TestWatcher {

    private static final String SEED = "junit.jupiter.execution.order.random.seed";

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        System.out.println(
                context.getDisplayName() + " failed in the order of -Dtests.seed=" + System.getProperty(SEED));
    }
}
