package io.lockkeeper.console.watch.heartbeat;

import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import org.springframework.stereotype.Component;

/** Switches off the push transport's habit of writing every message to the browser's console. */
@Component
class QuietPush implements VaadinServiceInitListener {

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource()
                .addUIInitListener(init -> init.getUI().getPushConfiguration().setParameter("logLevel", "warn"));
    }
}
