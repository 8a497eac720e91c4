package io.lockkeeper.console.face.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.console.judge.findings.Kind;
import io.lockkeeper.console.watch.board.LockState;
import org.junit.jupiter.api.Test;

class ShownStateTest {

    @Test
    void aFindingIsShownInThePlaceOfHeld() {
        ShownState hanging = ShownState.of(LockState.HELD, Kind.HANGING);
        assertThat(hanging.brief()).isEqualTo(hanging.atLength()).isEqualTo("hanging");
        assertThat(hanging.css()).isEqualTo("state severity urgent");
        assertThat(hanging.explained()).isEqualTo("held: The holder's thread stands still");
    }

    @Test
    void whatIsMoreThanHeldIsNotHiddenByAFinding() {
        ShownState evicted = ShownState.of(LockState.EVICTED, Kind.LATE_ATTEMPT);
        assertThat(evicted.css()).isEqualTo("state evicted");
        assertThat(evicted.atLength()).isEqualTo("evicted, in quarantine");
    }
}
