package io.lockkeeper.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OwnerTest {

    private final Owner owner = new Owner("agent", "billing", "b-1", "host", 1, "main", "");

    @Test
    void whatPeopleChoseIsRefusedWhenItIsTooLong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> owner.asking("main", "n".repeat(513), Details.NONE))
                .withMessageContaining("Note")
                .withMessageContaining("513 bytes")
                .withMessageContaining("512");
    }

    @Test
    void whatNobodyChoseIsMadeToFit() {
        Owner asking = owner.asking("\u202etxt\n" + "😀".repeat(40), "", Details.NONE);

        assertThat(asking.thread()).startsWith("?txt?😀").doesNotContain("\n");
        assertThat(asking.thread().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(128);
    }
}
