package io.lockkeeper.console.ground.components;

import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinRequest;
import com.vaadin.flow.server.VaadinServiceInitListener;
import jakarta.servlet.http.Cookie;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Takes each page's time zone from a cookie that the browser's script writes before the page begins. */
@Component
class ZoneCookie implements VaadinServiceInitListener {

    private static final String NAME = "lockkeeper-zone";

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource().addUIInitListener(init -> told().keep(init.getUI()));
    }

    private static ViewerZone told() {
        return Optional.ofNullable(VaadinRequest.getCurrent()).map(VaadinRequest::getCookies).stream()
                .flatMap(Stream::of)
                .filter(cookie -> cookie.getName().equals(NAME))
                .map(Cookie::getValue)
                .map(ViewerZone::of)
                .findFirst()
                .orElse(ViewerZone.UTC);
    }
}
