package io.lockkeeper.console.people.web;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Gives each connection small buffers: one that sends nothing more holds its buffers, too, and an attack begins with hundreds
 * of those. A client that waits to be asked for its body is asked when the body is read: never, if it is refused.
 */
@Component
final class ConnectionLimits implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final String READ_BYTES = "2048";
    private static final String WRITE_BYTES = "4096";

    @Override
    public void customize(TomcatServletWebServerFactory server) {
        server.addConnectorCustomizers(connector -> {
            set(connector.setProperty("socket.appReadBufSize", READ_BYTES));
            set(connector.setProperty("socket.appWriteBufSize", WRITE_BYTES));
            set(connector.setProperty("continueResponseTiming", "onRead"));
        });
    }

    private static void set(boolean known) {
        if (!known) {
            throw new IllegalStateException("Tomcat does not know a limit of its connections by this name");
        }
    }
}
