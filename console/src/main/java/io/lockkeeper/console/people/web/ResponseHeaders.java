package io.lockkeeper.console.people.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * The headers of every answer, from any part: a page, a script, the actuator, an error, an address outside the console's path. A browser
 * keeps only the files that say so themselves: scripts, style sheet and icon.
 */
@Component
@Order(2)
final class ResponseHeaders implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    static final String POLICY_HEADER = "Content-Security-Policy";
    /** All content comes from here. Vaadin evaluates the calls that the server requests, and styles elements in place. */
    private static final String POLICY = "; default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
            + " font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self';"
            + " frame-ancestors 'none'";

    /** Adds the headers after the proxies were asked whether the visitor came by TLS. */
    @Override
    public void customize(TomcatServletWebServerFactory server) {
        server.addEngineValves(new HeaderValve());
    }

    /** The policy with further sources of scripts, each after a space. */
    static String policy(String scripts) {
        return "script-src 'self' 'unsafe-eval'" + scripts + POLICY;
    }

    private static final class HeaderValve extends ValveBase {

        HeaderValve() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            response.setHeader(POLICY_HEADER, policy(""));
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("X-Frame-Options", "DENY");
            response.setHeader("Referrer-Policy", "same-origin");
            response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
            response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
            response.setHeader("Permissions-Policy", "camera=(), geolocation=(), microphone=()");
            response.setHeader("Cache-Control", "no-store");
            if (request.isSecure()) {
                response.setHeader("Strict-Transport-Security", "max-age=31536000");
            }
            getNext().invoke(request, response);
        }
    }
}
