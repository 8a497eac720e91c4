package io.lockkeeper.agent.methods;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArgumentPathTest {

    /** Never called. */
    static void book(String customer, String a0, String order) {}

    @Test
    void anArgumentIsFoundByItsOwnNameBeforeItIsByItsPlace() throws Exception {
        assertThat(read("#a0")).isEqualTo("second");
        assertThat(read("#p0")).isEqualTo("first");
        assertThat(read("#a2")).isEqualTo("third");
        assertThat(read("#order")).isEqualTo("third");
    }

    private static @Nullable Object read(String path) throws Exception {
        return ArgumentPath.read(
                        path,
                        ArgumentPathTest.class.getDeclaredMethod("book", String.class, String.class, String.class))
                .read(new Object[] {"first", "second", "third"});
    }
}
