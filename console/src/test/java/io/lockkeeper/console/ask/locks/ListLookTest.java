package io.lockkeeper.console.ask.locks;

import static org.assertj.core.api.Assertions.assertThat;

import com.vaadin.flow.router.QueryParameters;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListLookTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "q=billing&sort=-held&free=1",
                "group=service&folded=1",
                "group=prefix&columns=state,host,waiters&rows=roomy"
            })
    void anAddressSaysHowTheListLooksAndIsMadeOfIt(String address) {
        LockQuery query = LockQuery.of(QueryParameters.fromString(address));
        assertThat(LockQuery.of(query.address())).isEqualTo(query);
        assertThat(query.address().getQueryString().split("&"))
                .containsExactlyInAnyOrder(address.replace(",", "%2C").split("&"));
    }

    @Test
    void whatNobodyUnderstandsIsAsUsual() {
        LockQuery query = LockQuery.of(QueryParameters.fromString("group=colour&folded=1&columns=note,,x&rows=high"));
        assertThat(query.look()).isEqualTo(ListLook.USUAL);
    }

    @Test
    void aColumnIsAddedToThoseThatAreShownAndTakenFromThem() {
        Set<ListColumn> shown = EnumSet.of(ListColumn.STATE, ListColumn.HELD);
        ListLook more = ListLook.USUAL.with(ListColumn.HOST, true, shown);
        assertThat(more.columns()).containsExactlyInAnyOrder(ListColumn.STATE, ListColumn.HOST, ListColumn.HELD);
        assertThat(more.with(ListColumn.STATE, false, Set.of()).columns())
                .containsExactlyInAnyOrder(ListColumn.HOST, ListColumn.HELD);
        assertThat(more.withUsualColumns()).isEqualTo(ListLook.USUAL);
    }
}
