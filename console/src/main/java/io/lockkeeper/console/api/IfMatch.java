package io.lockkeeper.console.api;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The header by which a request names what its sender has seen, so that nothing else is changed. */
public final class IfMatch {

    private static final Pattern VERSION = Pattern.compile("\"\\d{1,15}\"");

    private IfMatch() {}

    /**
     * The header's value, which is required.
     *
     * @param names what it has to name, in words
     */
    static String required(@Nullable String sent, String names) {
        if (sent == null) {
            throw new ProblemException(HttpStatus.PRECONDITION_REQUIRED, "Send If-Match with %s.".formatted(names));
        }
        return sent.strip();
    }

    /** The tag, without quotes, of a lease of Lockkeeper's own locks. */
    static String tag(long token) {
        return Long.toString(token);
    }

    static String quoted(String tag) {
        return "\"%s\"".formatted(tag);
    }

    /** The tag, without quotes, of a setting that was last changed at that time. */
    public static String version(Instant changedAt) {
        return Long.toString(changedAt.toEpochMilli());
    }

    /**
     * The time of the last change that the sender has seen; null where nothing was sent, and there is nothing to be seen.
     *
     * @param isThere whether there is something that a request without the header would overwrite
     */
    public static @Nullable Instant seen(@Nullable String sent, boolean isThere) {
        return sent == null && !isThere ? null : seen(sent);
    }

    /** The time of the last change that the sender has seen, whose version must have been sent. */
    public static Instant seen(@Nullable String sent) {
        String version = required(sent, "the version that you have seen, in quotes");
        if (!VERSION.matcher(version).matches()) {
            throw new ProblemException(
                    HttpStatus.PRECONDITION_FAILED,
                    "If-Match is %s, which is not a version: a version is a number in quotes.".formatted(version));
        }
        return Instant.ofEpochMilli(Long.parseLong(version, 1, version.length() - 1, 10));
    }
}
