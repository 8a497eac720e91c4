package io.lockkeeper.console.face.frame;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/**
 * Lets {@code %2F} through in addresses, because people paste names as browsers encode them. The rules of security and the methods of the
 * API are both matched to the address as it came; a page's name is read from the decoded one. The actuator has no names.
 */
@Configuration
class EncodedSlashes {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> decodedSlashes() {
        return server -> server.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.DECODE.getValue()));
    }

    @Bean
    HttpFirewall firewall() {
        StrictHttpFirewall pages = new StrictHttpFirewall();
        pages.setAllowUrlEncodedSlash(true);
        return new Firewall(pages, new StrictHttpFirewall());
    }

    private record Firewall(StrictHttpFirewall pages, StrictHttpFirewall actuator) implements HttpFirewall {

        @Override
        public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
            boolean ofActuator = request.getRequestURI().startsWith(request.getContextPath() + "/actuator");
            return (ofActuator ? actuator : pages).getFirewalledRequest(request);
        }

        @Override
        public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
            return pages.getFirewalledResponse(response);
        }
    }
}
