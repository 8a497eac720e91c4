package io.lockkeeper.console.ground.components;

import com.vaadin.flow.server.VaadinRequest;

/** Where the present request of a browser comes from, as the audit records it. */
public final class BrowserAddress {

    private BrowserAddress() {}

    /** Empty outside a request. */
    public static String present() {
        VaadinRequest request = VaadinRequest.getCurrent();
        return request == null ? "" : request.getRemoteAddr();
    }
}
