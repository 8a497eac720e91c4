package io.lockkeeper.console.people.security;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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

    /** Hashes and compares passwords. No password fits a stored hash that is of no known form. */
    private record CarefulPasswords(PasswordEncoder known) implements PasswordEncoder {

        private static final Logger LOG = LoggerFactory.getLogger(CarefulPasswords.class);

        @Override
        public @Nullable String encode(@Nullable CharSequence password) {
            return known.encode(password);
        }

        @Override
        public boolean matches(@Nullable CharSequence password, @Nullable String hash) {
            try {
                return known.matches(password, hash);
            } catch (IllegalArgumentException e) {
                LOG.warn("A stored password's hash is of no known form: its user cannot log in");
                return false;
            }
        }

        @Override
        public boolean upgradeEncoding(@Nullable String hash) {
            return known.upgradeEncoding(hash);
        }
    }
}
