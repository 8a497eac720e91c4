package io.lockkeeper.console.face.historypage;

import com.vaadin.flow.component.Component;
import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.textfield.TextField;
import io.lockkeeper.console.face.sources.SourceMenu;
import io.lockkeeper.console.ground.components.Components;
import io.lockkeeper.console.watch.source.SourceSummary;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The filters of the History page: the collection, and names of a lock, a service, a host, an operator. */
final class PastFilters extends Div {

    private static final int DELAY_MILLIS = 300;

    private final SourceMenu source;
    private final TextField lock = filter("Lock");
    private final TextField service = filter("Service");
    private final TextField host = filter("Host");
    private final TextField by = operator();

    /**
     * @param change called with how the user changed what is asked
     * @param rest what stands behind the filters
     */
    PastFilters(Consumer<UnaryOperator<PastAddress>> change, Component... rest) {
        source = SourceMenu.ofOneOrAll(id -> change.accept(asked -> asked.in(id)));
        for (TextField field : new TextField[] {lock, service, host, by}) {
            field.addValueChangeListener(event -> {
                if (event.isFromClient()) {
                    change.accept(
                            asked -> asked.named(lock.getValue(), service.getValue(), host.getValue(), by.getValue()));
                }
            });
        }
        addClassName("tools");
        add(source, lock, service, host, by);
        add(rest);
    }

    void show(PastAddress asked) {
        lock.setValue(asked.lock());
        service.setValue(asked.service());
        host.setValue(asked.host());
        by.setValue(asked.by());
    }

    /** Offers the sources that the user may see. */
    void offer(List<SourceSummary> sources, PastAddress asked) {
        source.show(sources, asked.source());
    }

    /** The field for the operator who ended a lease or a wait. */
    private static TextField operator() {
        TextField by = filter("Operator");
        by.setTooltipText("Who evicted a holder or took a waiter out; the whole name, case counts");
        return by;
    }

    private static TextField filter(String name) {
        TextField filter = Components.filter(name, name + ", whole name", DELAY_MILLIS);
        filter.setTooltipText("The whole name; case counts");
        return filter;
    }
}
