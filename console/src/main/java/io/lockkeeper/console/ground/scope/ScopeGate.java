package io.lockkeeper.console.ground.scope;

import com.vaadin.flow.router.BeforeEnterEvent;
import com.vaadin.flow.router.HasErrorParameter;
import com.vaadin.flow.server.ServiceInitEvent;
import com.vaadin.flow.server.VaadinServiceInitListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets users with a limited scope open only the pages, files and requests that are marked with {@link KeepsToScope}.
 */
@Component
class ScopeGate implements VaadinServiceInitListener, WebMvcConfigurer, HandlerInterceptor {

    private static final String SHUT = "This shows locks outside your scope, so it is not open to you.";

    @Override
    public void serviceInit(ServiceInitEvent event) {
        event.getSource().addUIInitListener(opened -> opened.getUI().addBeforeEnterListener(this::enter));
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (handler instanceof HandlerMethod method && isShut(method.getBeanType())) {
            throw new AccessDeniedException(SHUT);
        }
        return true;
    }

    private void enter(BeforeEnterEvent event) {
        Class<?> page = event.getNavigationTarget();
        if (!HasErrorParameter.class.isAssignableFrom(page) && isShut(page)) {
            event.rerouteToError(com.vaadin.flow.router.AccessDeniedException.class);
        }
    }

    private static boolean isShut(Class<?> what) {
        boolean ours = what.getPackageName().startsWith("io.lockkeeper.console");
        return ours && !what.isAnnotationPresent(KeepsToScope.class) && LockScope.isPresentLimited();
    }
}
