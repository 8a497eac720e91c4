package io.lockkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class MonitorsTest {

    private int count;

    @Test
    void aSynchronizedBlockIsFoundAndALockOfTheJdkIsNone() throws URISyntaxException {
        assertThat(countWithMonitor() + countWithLock()).isEqualTo(3);

        URI itself = MonitorsTest.class.getResource("MonitorsTest.class").toURI();
        assertThat(Monitors.enteredIn(itself)).containsExactly("countWithMonitor");
    }

    @Test
    void theRuleOfLibrariesRefusesIt() {
        JavaClasses itself = new ClassFileImporter().importClasses(MonitorsTest.class);

        assertThatThrownBy(() -> LibraryRules.NO_MONITOR_IS_ENTERED.check(itself))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("MonitorsTest.countWithMonitor enters a monitor");
    }

    private int countWithMonitor() {
        synchronized (this) {
            return ++count;
        }
    }

    private int countWithLock() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            return ++count;
        } finally {
            lock.unlock();
        }
    }
}
