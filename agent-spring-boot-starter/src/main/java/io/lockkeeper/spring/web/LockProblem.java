package io.lockkeeper.spring.web;

import io.lockkeeper.agent.LeaseLostException;
import io.lockkeeper.agent.LockNotAcquiredException;
import io.lockkeeper.agent.LockUnavailableException;
import io.lockkeeper.agent.QueueFullException;
import io.lockkeeper.agent.TakenOutException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;

/**
 * The HTTP answer in place of an exception of the agent. It shows neither the lock's name nor its holder: those are for the service's
 * people, in its log, and not for the sender of the request.
 */
final class LockProblem {

    private static final Logger log = LoggerFactory.getLogger(LockProblem.class);

    private LockProblem() {}

    /** The answer; empty if it is not an exception of the agent, or a mistake of the service. */
    static Optional<ProblemDetail> of(Throwable failure) {
        Optional<ProblemDetail> problem = switch (failure) {
            case LockNotAcquiredException e -> Optional.of(inUse());
            case QueueFullException e -> Optional.of(inUse());
            case TakenOutException e -> Optional.of(inUse());
            case LockUnavailableException e -> Optional.of(unavailable());
            case LeaseLostException e -> Optional.of(lost());
            default -> Optional.empty();
        };
        problem.ifPresent(
                answer -> log.info("A request is answered with {}. {}", answer.getStatus(), failure.getMessage()));
        return problem;
    }

    /** Whether the client is a browser, for which the application has pages of its own. */
    static boolean isForAPage(List<String> accept) {
        try {
            return MediaType.parseMediaTypes(accept).stream().anyMatch(MediaType.TEXT_HTML::equalsTypeAndSubtype);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static ProblemDetail inUse() {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.LOCKED, "Something that this request works on is in use. Try again later.");
    }

    private static ProblemDetail lost() {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.CONFLICT,
                "This request lost its hold on what it works on before it had ended. Check what it has done before you try again.");
    }

    private static ProblemDetail unavailable() {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The service cannot check now whether what this request needs is in use. Try again later.");
    }
}
