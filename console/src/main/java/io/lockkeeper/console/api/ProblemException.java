package io.lockkeeper.console.api;

import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Ends a request with a problem as RFC 9457 has it: what happened, what it means, what to do. */
final class ProblemException extends ErrorResponseException {

    private final HttpHeaders headers = new HttpHeaders();

    ProblemException(HttpStatus status, String detail) {
        super(status, ProblemDetail.forStatusAndDetail(status, detail), null);
    }

    static ProblemException badRequest(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail);
    }

    /** With something more that a program can read. */
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
