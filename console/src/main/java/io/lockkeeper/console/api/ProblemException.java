package io.lockkeeper.console.api;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a request with a problem as RFC 9457 has it: what happened, what it means, what to do. */
public final class ProblemException extends ErrorResponseException {

    private final HttpHeaders headers = new HttpHeaders();

    public ProblemException(HttpStatus status, String detail) {
        super(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }

    static ProblemException badRequest(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail);
    }

    static ProblemException missing(String detail) {
        return new ProblemException(HttpStatus.NOT_FOUND, detail);
    }

    static ProblemException noLock(String name) {
        return missing("There is no lock of this name.").with("lock", name);
    }

    /**
     * Calls a constructor or factory with the request's values.
     *
     * @throws ProblemException if these are invalid: a bad request, with the sentence of the exception
     */
    static <T> T checked(Supplier<T> request) {
        try {
            return request.get();
        } catch (IllegalArgumentException e) {
            throw badRequest(String.valueOf(e.getMessage()));
        }
    }

    /** @throws ProblemException if it is out of its bounds */
    static int limit(int asked, int most) {
        if (asked < 1 || asked > most) {
            throw badRequest(String.format(Locale.ROOT, "limit is %d; it must be from 1 to %d.", asked, most));
        }
        return asked;
    }

    /** Adds a further field for programs. */
    ProblemException with(String name, Object value) {
        getBody().setProperty(name, value);
        return this;
    }

    ProblemException retryAfter(Duration wait) {
        headers.set(
                HttpHeaders.RETRY_AFTER,
                Long.toString(Math.max(1, wait.plusMillis(999).toSeconds())));
        return this;
    }

    @Override
    public HttpHeaders getHeaders() {
        return headers;
    }
}
