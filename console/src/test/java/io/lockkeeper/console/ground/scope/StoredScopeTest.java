package io.lockkeeper.console.ground.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.test.CapturedLog;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class StoredScopeTest {

    private final StoredScope stored = new StoredScope();

    @Test
    void aScopeThatCannotBeReadIsNoLockAndItsLogLineIsShort() {
        Document large = new Document("prefixes", "written by hand " + "x".repeat(1_000_000));
        try (CapturedLog log = CapturedLog.of(StoredScope.class.getName())) {
            assertThat(stored.convert(large)).isEqualTo(LockScope.NOTHING);
            assertThat(log.warnings("written by hand"))
                    .singleElement()
                    .satisfies(line -> assertThat(line).hasSizeLessThan(300));
        }
    }

    @Test
    void aScopeIsReadAsItIsStored() {
        Document sound = new Document("prefixes", List.of("order:")).append("sources", List.of());
        assertThat(stored.convert(sound)).isEqualTo(new LockScope(List.of("order:"), List.of()));
    }
}
