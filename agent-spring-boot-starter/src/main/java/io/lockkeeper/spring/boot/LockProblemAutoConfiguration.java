package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.web.ReactiveLockProblems;
import io.lockkeeper.spring.web.ServletLockProblems;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** Auto-configures the HTTP status of a request whose lock was refused, unless the application maps the exception. */
@AutoConfiguration(beforeName = "org.springframework.boot.webflux.autoconfigure.error.ErrorWebFluxAutoConfiguration")
@ConditionalOnBooleanProperty(
        name = {"lockkeeper.enabled", "lockkeeper.web.problems"},
        matchIfMissing = true)
public final class LockProblemAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass(DispatcherServlet.class)
    static class Servlet {
        @Bean
        @ConditionalOnMissingBean
        ServletLockProblems servletLockProblems(ObjectProvider<RequestMappingHandlerAdapter> adapters) {
            return new ServletLockProblems(() -> adapters.stream()
                    .findFirst()
                    .map(RequestMappingHandlerAdapter::getMessageConverters)
                    .orElse(List.of()));
        }
    }

    /** Not beside a handler of the application, which answers everything that reaches it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass(DispatcherHandler.class)
    @ConditionalOnMissingBean(type = "org.springframework.boot.webflux.error.ErrorWebExceptionHandler")
    static class Reactive {
        @Bean
        @ConditionalOnMissingBean
        ReactiveLockProblems reactiveLockProblems(ObjectProvider<ServerCodecConfigurer> codecs) {
            return new ReactiveLockProblems(() -> codecs.getObject().getWriters());
        }
    }
}
