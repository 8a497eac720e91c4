package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.router.QueryParameters;
import io.lockkeeper.console.ground.components.PageQuery;
import io.lockkeeper.console.remember.costs.Cost;
import io.lockkeeper.console.remember.costs.CostGroup;
import io.lockkeeper.console.remember.costs.CostKey;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The History page's view of costs, as in its address.
 *
 * @param group what waits are added up by
 * @param of the cost whose episodes are shown; null for all costs
 */
record CostAddress(CostGroup group, @Nullable CostKey of) {

    static final CostAddress ALL = new CostAddress(CostGroup.SERVICE, null);

    private static final String COSTS = "costs";
    private static final String IN = "in";
    private static final String ON = "on";
    private static final String HOLDER = "holder";
    private static final String WAITER = "waiter";

    /** Null where the page shows leases. */
    static @Nullable CostAddress of(QueryParameters address) {
        String costs = PageQuery.text(address, COSTS);
        if (costs.isEmpty()) {
            return null;
        }
        CostGroup group = Stream.of(CostGroup.values())
                .filter(each -> word(each).equals(costs))
                .findFirst()
                .orElse(CostGroup.SERVICE);
        String waiter = PageQuery.text(address, WAITER);
        return new CostAddress(
                group,
                waiter.isEmpty()
                        ? null
                        : new CostKey(
                                PageQuery.text(address, IN),
                                PageQuery.text(address, ON),
                                PageQuery.text(address, HOLDER),
                                waiter));
    }

    void put(Map<String, String> values) {
        values.put(COSTS, word(group));
        if (of != null) {
            values.put(IN, of.source());
            values.put(ON, of.on());
            values.put(HOLDER, of.holder());
            values.put(WAITER, of.waiter());
        }
    }

    CostAddress by(CostGroup other) {
        return new CostAddress(other, null);
    }

    CostAddress of(Cost cost) {
        return new CostAddress(group, cost.key());
    }

    CostAddress all() {
        return new CostAddress(group, null);
    }

    private static String word(CostGroup group) {
        return group.name().toLowerCase(Locale.ROOT);
    }
}
