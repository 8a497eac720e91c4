package io.lockkeeper.console.people.security;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.dao.DaoAuthenticationProvider;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Configures who may log in: names and hashes from the users' directory, behind the throttle. */
@Configuration
class LoginConfiguration {

    @Bean
    PasswordEncoder passwordEncoder() {
        return new CarefulPasswords(PasswordEncoderFactories.createDelegatingPasswordEncoder());
    }

    @Bean
    AuthenticationManager authenticationManager(
            UserDetailsService users,
            PasswordEncoder encoder,
            LoginThrottle throttle,
            KnownDevices devices,
            ApplicationEventPublisher events) {
        DaoAuthenticationProvider passwords = new DaoAuthenticationProvider(name -> withPassword(name, users));
        passwords.setPasswordEncoder(encoder);
        passwords.setPreAuthenticationChecks(user -> {});
        passwords.setPostAuthenticationChecks(LoginConfiguration::checkEnabled);
        return new ProviderManager(new ThrottledLogin(passwords, throttle, devices, events));
    }

    /** Users of a provider or proxy have no password here, and names that cannot be typed. */
    private static UserDetails withPassword(String name, UserDetailsService users) {
        if (!UserName.isAllowed(name)) {
            throw new UsernameNotFoundException("No name that a user with a password can have");
        }
        return users.loadUserByUsername(name);
    }

    /** Checked after the password, so that only those who know it learn that the user is disabled. */
    private static void checkEnabled(UserDetails user) {
        if (!user.isEnabled()) {
            throw new DisabledException("disabled");
        }
    }
}
