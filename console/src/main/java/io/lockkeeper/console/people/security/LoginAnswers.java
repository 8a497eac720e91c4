package io.lockkeeper.console.people.security;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;

/** The answers to failed logins: the login page with the reason, or a status with a sentence. */
final class LoginAnswers {

    private LoginAnswers() {}

    /** Leads back to the login page, which says why. */
    static void page(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        String reason = switch (why) {
            case TooManyAttemptsException paused -> "wait=" + paused.seconds();
            case InternalAuthenticationServiceException denied when isDenied(denied) -> "denied";
            case InternalAuthenticationServiceException unreachable -> "unavailable";
            default -> "error";
        };
        response.sendRedirect(request.getContextPath() + "/login?" + reason);
    }

    static void basic(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        switch (why) {
            case TooManyAttemptsException paused -> {
                response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(paused.seconds()));
                say(response, HttpStatus.TOO_MANY_REQUESTS, LoginView.tooMany(paused.seconds()));
            }
            case InternalAuthenticationServiceException denied
            when isDenied(denied) -> say(response, HttpStatus.SERVICE_UNAVAILABLE, LoginView.DENIED);
            case InternalAuthenticationServiceException unreachable ->
                say(response, HttpStatus.SERVICE_UNAVAILABLE, LoginView.UNAVAILABLE);
            default -> {
                response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Basic realm=\"Lockkeeper\", charset=\"UTF-8\"");
                say(response, HttpStatus.UNAUTHORIZED, LoginView.WRONG + ".");
            }
        }
    }

    private static boolean isDenied(@Nullable Throwable why) {
        return why != null
                && ((why instanceof MongoException refused && MongoTrouble.isRefusal(refused))
                        || isDenied(why.getCause()));
    }

    private static void say(HttpServletResponse response, HttpStatus status, String sentence) throws IOException {
        response.setStatus(status.value());
        response.setContentType(MediaType.TEXT_PLAIN_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8);
        response.getWriter().println(sentence);
    }
}
