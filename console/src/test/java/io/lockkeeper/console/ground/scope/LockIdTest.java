package io.lockkeeper.console.ground.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LockIdTest {

    private static final LockId FIRST = LockId.stored(null, "order:1");
    private static final LockId OTHER = new LockId("eu/app.shedLock/shedlock", "order:1");

    @Test
    void aDocumentThatNamesNoSourceMeansTheFirstCollection() {
        assertThat(FIRST).isEqualTo(LockId.first("order:1"));
        assertThat(FIRST.storedSource()).isNull();
        assertThat(LockId.stored(OTHER.storedSource(), "order:1")).isEqualTo(OTHER);
    }

    @Test
    void theFirstCollectionNeedsNoName() {
        assertThat(FIRST.collection()).isEmpty();
        assertThat(OTHER.collection()).isEqualTo("eu/app.shedLock");
    }

    @Test
    void aScopeSeesTheFirstByNamesAndOthersBySources() {
        LockScope names = new LockScope(List.of("order:"), List.of());
        LockScope sources = new LockScope(List.of(), List.of(OTHER.source()));
        assertThat(names.sees(FIRST) && !names.sees(OTHER)).isTrue();
        assertThat(sources.sees(OTHER) && !sources.sees(FIRST)).isTrue();
    }
}
