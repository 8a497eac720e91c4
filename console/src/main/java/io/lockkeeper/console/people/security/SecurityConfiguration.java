package io.lockkeeper.console.people.security;

import static com.vaadin.flow.spring.security.VaadinSecurityConfigurer.vaadin;

import com.vaadin.flow.spring.security.RequestUtil;
import jakarta.servlet.DispatcherType;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Two chains of requests: the actuator, of which health is open, and the pages, which ask for a login. {@link ApiSecurity} has
 * the third.
 */
@Configuration
@EnableWebSecurity
@EnableConfigurationProperties({OAuth2ClientProperties.class, GroupRules.class})
class SecurityConfiguration {

    /** Observations are not used, and a request that is sent half and waits would hold those of every filter in memory. */
    @Bean
    static SecurityObservationSettings noObservations() {
        return SecurityObservationSettings.noObservations();
    }

    @Bean
    @Order(1)
    SecurityFilterChain actuator(HttpSecurity http, AuthenticationManager logins) {
        return http.securityMatcher(EndpointRequest.toAnyEndpoint())
                .authorizeHttpRequests(requests -> requests.requestMatchers(EndpointRequest.to(HealthEndpoint.class))
                        .permitAll()
                        .requestMatchers(EndpointRequest.to("prometheus"))
                        .hasRole(Roles.VIEWER)
                        .anyRequest()
                        .hasRole(Roles.OPERATOR))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .authenticationManager(logins)
                .httpBasic(basic -> basic.authenticationDetailsSource(LoginDetails::ofBasic)
                        .authenticationEntryPoint(LoginAnswers::basic))
                .headers(headers -> headers.disable())
                .build();
    }

    /**
     * Vaadin's own requests carry Vaadin's token; all others, the login among them, carry the session's. The headers are
     * set on every answer, this chain's or not, by {@code web.ResponseHeaders}.
     */
    @Bean
    @Order(3)
    SecurityFilterChain pages(
            HttpSecurity http,
            AuthenticationManager logins,
            SessionOpening opening,
            RequestUtil vaadinRequests,
            ExternalDoor elsewhere,
            ProviderLogout logout) {
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/console/**", "/worker.js", "/favicon.ico")
                        .permitAll())
                .authenticationManager(logins)
                .sessionManagement(session -> session.addSessionAuthenticationStrategy(opening))
                .formLogin(form -> form.loginPage("/login")
                        .authenticationDetailsSource(LoginDetails::ofPage)
                        .failureHandler(LoginAnswers::page))
                .csrf(csrf -> csrf.ignoringRequestMatchers(vaadinRequests::isFrameworkInternalRequest))
                .headers(headers -> headers.disable())
                .with(
                        vaadin(),
                        pages -> pages.enableCsrfConfiguration(false)
                                .loginView(LoginView.class)
                                .logoutSuccessHandler(logout)
                                .anyRequest(url -> url.authenticated()))
                .with(elsewhere, Customizer.withDefaults())
                .build();
    }

    @Bean
    ExternalDoor externalDoor(Providers providers, ExternalLogin logins, GroupRules rules, ProxyHeaders headers) {
        return new ExternalDoor(providers, logins, rules, headers);
    }
}
