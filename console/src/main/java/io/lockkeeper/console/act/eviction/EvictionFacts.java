package io.lockkeeper.console.act.eviction;

import com.vaadin.flow.component.Component;

/** The facts about a holder that the operator needs before and during its eviction. */
sealed interface EvictionFacts permits LeaseFacts, GradeFacts {

    Component component();

    /** While {@code asking}, nothing has been requested yet, so the words say what would happen. */
    void show(EvictionViewState look, boolean asking);
}
