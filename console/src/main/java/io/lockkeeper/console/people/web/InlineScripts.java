package io.lockkeeper.console.people.web;

import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import com.vaadin.flow.server.communication.IndexHtmlResponse;
import java.security.SecureRandom;
import java.util.Base64;
import org.springframework.stereotype.Component;

/** Allows the page's own inline scripts, by a nonce, and none that somebody could inject. */
@Component
final class InlineScripts implements VaadinServiceInitListener {

    private static final int NONCE_BYTES = 18;

    private final SecureRandom random = new SecureRandom();

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.addIndexHtmlRequestListener(this::admit);
    }

    private void admit(IndexHtmlResponse page) {
        byte[] bytes = new byte[NONCE_BYTES];
        random.nextBytes(bytes);
        String nonce = Base64.getEncoder().encodeToString(bytes);
        page.getDocument().select("script").attr("nonce", nonce);
        page.getVaadinResponse()
                .setHeader(ResponseHeaders.POLICY_HEADER, ResponseHeaders.policy(" 'nonce-" + nonce + "'"));
    }
}
