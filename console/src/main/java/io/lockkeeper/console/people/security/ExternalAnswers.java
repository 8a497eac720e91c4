package io.lockkeeper.console.people.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.authentication.DisabledException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;

/** Answers a failed login by a provider or proxy with the login page, which says why; its form still works. */
final class ExternalAnswers {

    private static final Logger LOG = LoggerFactory.getLogger(ExternalAnswers.class);

    private ExternalAnswers() {}

    static void page(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        LOG.warn(
                "A login by a provider or proxy failed: ip={} because=\"{}\" cause=\"{}\"",
                request.getRemoteAddr(),
                why.getMessage(),
                NestedExceptionUtils.getMostSpecificCause(why).getMessage());
        if (why instanceof InternalAuthenticationServiceException) {
            LoginAnswers.page(request, response, why);
        } else {
            response.sendRedirect(request.getContextPath() + "/login?" + reason(why));
        }
    }

    private static String reason(AuthenticationException why) {
        return switch (why) {
            case NoGroupException outside -> "group";
            case DisabledException disabled -> "disabled";
            case AuthenticationException away when isUnreachable(away) -> "provider";
            default -> "unfinished";
        };
    }

    private static boolean isUnreachable(@Nullable Throwable why) {
        return why != null
                && (why instanceof ProviderUnreachableException
                        || why instanceof IOException
                        || isUnreachable(why.getCause()));
    }
}
