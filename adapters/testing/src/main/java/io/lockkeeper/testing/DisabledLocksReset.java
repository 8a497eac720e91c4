package io.lockkeeper.testing;

import io.lockkeeper.agent.LockAgent;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

/** Forgets the disabled locks after each test; the application context may serve the next test too. */
final class DisabledLocksReset implements TestExecutionListener {

    @Override
    public void afterTestMethod(TestContext testContext) {
        if (TestContextAnnotationUtils.hasAnnotation(testContext.getTestClass(), DisableLocks.class)) {
            testContext.getApplicationContext().getBeanProvider(LockAgent.class).stream()
                    .forEach(InMemoryLocks::forget);
        }
    }
}
