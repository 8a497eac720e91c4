package io.lockkeeper.console.ground.components;

import com.vaadin.flow.server.VaadinRequest;

/** Reads the address of the present request's browser, as the audit records it. */
public final class BrowserAddress {

    private BrowserAddress() {}

    /** Empty outside a request. */
    public static String present() {
        VaadinRequest request = VaadinRequest.getCurrent();
        return request == null ? "" : request.getRemoteAddr();
    }
}
