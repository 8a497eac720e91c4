package io.lockkeeper.console.people.web;

import io.lockkeeper.console.ground.loops.HeavyReads;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Lets what answers a request learn that its client has closed the connection: a server hears of that only when it reads or writes. */
@Component
final class GoneClients implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    @Override
    public void customize(TomcatServletWebServerFactory server) {
        server.addEngineValves(new GoneValve());
    }

    private static final class GoneValve extends ValveBase {

        GoneValve() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            org.apache.coyote.Request connection = request.getCoyoteRequest();
            BooleanSupplier gone = () -> isGone(connection);
            request.setAttribute(HeavyReads.GONE, gone);
            getNext().invoke(request, response);
        }

        private static boolean isGone(org.apache.coyote.Request connection) {
            boolean first = hasInput(connection);
            return first && hasInput(connection);
        }

        /**
         * Reads what has come, without waiting. The end of a connection counts as input each time; a further request that came before the
         * answer to this one does so only when it is read.
         */
        private static boolean hasInput(org.apache.coyote.Request connection) {
            connection.action(ActionCode.AVAILABLE, true);
            return connection.getAvailable() > 0;
        }
    }
}
