package io.lockkeeper.console.people.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageCountTest {

    private final PageLimit.PageCount pages = new PageLimit.PageCount(6);

    @Test
    void aUserHasHalfOfThePagesThatTheMemoryAllows() {
        open("ann", 3);
        assertThat(pages.refusal("ann"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("You have 3 open"));
        assertThat(pages.refusal("ben")).isEmpty();
        pages.closed("ann");
        assertThat(pages.refusal("ann")).isEmpty();
    }

    @Test
    void allUsersTogetherHaveNoMoreThanTheMemoryAllows() {
        open("ann", 3);
        open("ben", 2);
        open("cid", 1);
        assertThat(pages.refusal("dan"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("6 are open"));
    }

    private void open(String user, int many) {
        for (int i = 0; i < many; i++) {
            pages.opened(user);
        }
    }
}
