package io.lockkeeper.console.security;

import java.security.SecureRandom;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/** The two users, with passwords from the environment, held as hashes alone. */
@Configuration
class Users {

    private static final Logger LOG = LoggerFactory.getLogger(Users.class);
    private static final int RANDOM_BYTES = 15;

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    UserDetailsService userDetailsService(
            PasswordEncoder encoder,
            @Value("${lockkeeper.users.viewer-password}") String viewer,
            @Value("${lockkeeper.users.operator-password}") String operator) {
        return new InMemoryUserDetailsManager(
                user("viewer", viewer, encoder, Roles.VIEWER),
                user("operator", operator, encoder, Roles.VIEWER, Roles.OPERATOR));
    }

    private static UserDetails user(String name, String given, PasswordEncoder encoder, String... roles) {
        String password = given.isBlank() ? random(name) : given;
        return User.withUsername(name)
                .password(password.startsWith("{bcrypt}") ? password : encoder.encode(password))
                .roles(roles)
                .build();
    }

    /** Only a password that nobody chose is told, once, for nobody could know it otherwise. */
    private static String random(String name) {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        String password = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        LOG.warn("No password was set for the user {}; for this run it is {}", name, password);
        return password;
    }
}
