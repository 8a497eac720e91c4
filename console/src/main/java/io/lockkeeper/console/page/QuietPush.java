package io.lockkeeper.console.page;

import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import org.springframework.stereotype.Component;

/** The transport of pushes writes every message into the browser's console unless that is switched off. */
@Component
class QuietPush implements VaadinServiceInitListener {

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource()
                .addUIInitListener(init -> init.getUI().getPushConfiguration().setParameter("logLevel", "warn"));
    }
}
