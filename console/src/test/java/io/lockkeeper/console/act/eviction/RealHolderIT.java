package io.lockkeeper.console.act.eviction;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.lockkeeper.agent.AgentOptions;
import io.lockkeeper.agent.Lease;
import io.lockkeeper.agent.LeaseLoss;
import io.lockkeeper.agent.LockAgent;
import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.console.fixture.Chromium;
import io.lockkeeper.console.fixture.Console;
import io.lockkeeper.test.MongoServer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole way, with a service's real agent at the other end: a holder that hangs is evicted in the browser, and notified. */
@Tag("nightly")
class RealHolderIT {

    @Test
    void aHolderThatHangsIsEvictedByAnOperatorAndNotifiedByWhomAndWhyAndTheNextHasTheLock() throws Exception {
        try (Console console = Console.start();
                Chromium chromium = new Chromium();
                LockAgent hanging = agent(console, "import");
                LockAgent next = agent(console, "report")) {
            CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
            Lease lease = hanging.acquire(LockRequest.of("import:products").withNote("part 5 of 12"));
            lease.onLoss((lost, loss) -> {
                told.complete(loss);
                lost.close();
            });
            CompletableFuture<Lease> waiting = next.acquireAsync(LockRequest.of("import:products"));

            Page page = chromium.page(console, Console.OPERATOR, "/locks/import:products");
            assertThat(page.locator(".lock-panel")).containsText("part 5 of 12");
            assertThat(page.locator(".lock-panel")).containsText("Queue (1)");
            evict(page);

            LeaseLoss.Evicted evicted = (LeaseLoss.Evicted) told.get(30, TimeUnit.SECONDS);
            assertThat(evicted.eviction().by()).isEqualTo(Console.OPERATOR);
            assertThat(evicted.eviction().reason()).contains("OPS-42");
            assertThat(lease.isHeld()).isFalse();
            assertThat(page.locator(".steps")).containsText("The holder confirmed that it stopped, after");
            assertThat(page.locator(".steps")).containsText("Granted to report");
            waiting.get(30, TimeUnit.SECONDS).close();
        }
    }

    private static LockAgent agent(Console console, String service) {
        return LockAgent.connect(
                MongoServer.shared().client(), console.database().getName(), AgentOptions.forService(service));
    }

    private static void evict(Page page) {
        page.locator(".lock-panel .foot vaadin-button").click();
        page.locator(".reason vaadin-text-field input").fill("OPS-42");
        page.keyboard().press("Tab");
        page.locator("vaadin-button", new Page.LocatorOptions().setHasText("Evict this holder"))
                .click();
    }
}
