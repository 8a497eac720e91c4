package io.lockkeeper.console.api;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The header by which a request names what its sender has seen, so that nothing else is changed. */
final class IfMatch {

    private IfMatch() {}

    /**
     * What was sent, which must not be missing.
     *
     * @param names what it has to name, in words
     */
    static String required(@Nullable String sent, String names) {
        if (sent == null) {
            throw new ProblemException(HttpStatus.PRECONDITION_REQUIRED, "Send If-Match with %s.".formatted(names));
        }
        return sent.strip();
    }
}
