package io.lockkeeper.console.people.security;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.crypto.password.PasswordEncoder;

/** Hashes and compares passwords. No password fits a stored hash that is of no known form. */
record CarefulPasswords(PasswordEncoder known) implements PasswordEncoder {

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
