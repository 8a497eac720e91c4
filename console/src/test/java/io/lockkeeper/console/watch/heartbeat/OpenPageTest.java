package io.lockkeeper.console.watch.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import com.vaadin.flow.component.UI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OpenPageTest {

    private final AtomicLong nanos = new AtomicLong();
    private final OpenPage page = new OpenPage(new UI(), nanos::get);

    @Test
    void aPageThatIsHeardTakesEveryDrawing() {
        for (int i = 0; i < 100; i++) {
            assertThat(page.takes()).isTrue();
            long number = page.next(true);
            pass(Duration.ofSeconds(1));
            assertThat(page.heard(number, false)).isEqualTo(new OpenPage.Standing(number, false));
        }
    }

    @Test
    void aSilentPageTakesNothingAndIsOutdatedUntilItIsDrawnAgain() {
        pass(OpenPage.SILENT_AFTER.plusMillis(1));
        assertThat(page.takes()).isFalse();
        assertThat(page.heard(0, false).outdated()).isTrue();
        assertThat(page.takes()).isTrue();
        long unused = page.next(false);
        assertThat(page.heard(0, false).outdated()).isFalse();
    }

    @Test
    void aPageThatIsHeardButShowsNothingOfWhatWasDrawnTakesNoMore() {
        long unused = page.next(true);
        for (int i = 0; i < 4; i++) {
            pass(Duration.ofSeconds(1));
            page.heard(0, false);
            assertThat(page.takes()).isTrue();
        }
        pass(Duration.ofSeconds(1));
        page.heard(0, false);
        assertThat(page.takes()).isFalse();
        page.heard(1, false);
        assertThat(page.takes()).isTrue();
    }

    @Test
    void aPageThatRestedMayTakeItsTimeForTheNextDrawing() {
        pass(Duration.ofSeconds(30));
        page.heard(0, false);
        long unused = page.next(true);
        assertThat(page.takes()).isTrue();
    }

    @Test
    void aHiddenPageTakesNothingAndStaysThreeMinutes() {
        page.heard(0, true);
        assertThat(page.takes()).isFalse();
        pass(OpenPage.GONE_AFTER.multipliedBy(2));
        assertThat(page.isGone()).isFalse();
        pass(OpenPage.GONE_AFTER.multipliedBy(2));
        assertThat(page.isGone()).isTrue();
    }

    @Test
    void aPageThatWasNeverHeardIsGoneAfterAMinute() {
        pass(OpenPage.GONE_AFTER);
        assertThat(page.isGone()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(page.isGone()).isTrue();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
