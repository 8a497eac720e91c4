package io.lockkeeper.console.watch.heartbeat;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;

/**
 * Beats require a login. Without one, the response is a status rather than the login page, and a later login does not lead back
 * to a beat.
 */
@Configuration
class BeatSecurity {

    @Bean
    @Order(0)
    SecurityFilterChain beatChain(HttpSecurity http) {
        return http.securityMatcher("/beat")
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.NEVER))
                .requestCache(RequestCacheConfigurer::disable)
                .exceptionHandling(
                        denied -> denied.authenticationEntryPoint(new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED)))
                .build();
    }
}
