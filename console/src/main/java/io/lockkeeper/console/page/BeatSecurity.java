package io.lockkeeper.console.page;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.RequestCacheConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;

/** Beats are for whoever is logged in. Others get a status, no login page, and are not led back to a beat after it. */
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
