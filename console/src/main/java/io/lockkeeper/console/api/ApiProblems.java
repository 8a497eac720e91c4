package io.lockkeeper.console.api;

import com.mongodb.MongoException;
import io.lockkeeper.console.ground.mongodb.MongoTrouble;
import io.lockkeeper.console.ground.refusal.CrowdedException;
import io.lockkeeper.console.ground.refusal.InvalidException;
import io.lockkeeper.console.ground.refusal.OutdatedException;
import io.lockkeeper.console.ground.refusal.RefusedException;
import io.lockkeeper.console.ground.refusal.TooLongException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.util.ServletRequestPathUtils;

/** Answers all that goes wrong with a request to the API as a problem; requests to pages and files are left as they are. */
@ControllerAdvice
final class ApiProblems {

    private static final Logger LOG = LoggerFactory.getLogger(ApiProblems.class);

    @ExceptionHandler(Exception.class)
    ResponseEntity<ProblemDetail> problem(Exception e, HttpServletRequest request) throws Exception {
        if (e instanceof IOException || !isOfApi(request)) {
            throw e;
        }
        return switch (e) {
            case MissingServletRequestParameterException missing ->
                answer(
                        HttpStatus.BAD_REQUEST,
                        "%s is missing. Add it to the address.".formatted(missing.getParameterName()));
            case ErrorResponse told -> answer(told.getBody(), told.getHeaders());
            case TypeMismatchException wrong ->
                answer(
                        HttpStatus.BAD_REQUEST,
                        "\"%s\" is no value for %s.".formatted(wrong.getValue(), wrong.getPropertyName()));
            case HttpMessageNotReadableException wrong ->
                answer(
                        HttpStatus.BAD_REQUEST,
                        "The body is not a JSON object of the form that docs/reference/api.md describes%s."
                                .formatted(StrictBodies.fault(wrong.getCause())));
            case OutdatedException outdated ->
                answer(HttpStatus.PRECONDITION_FAILED, String.valueOf(outdated.getMessage()));
            case CrowdedException crowded ->
                answer(
                        HttpStatus.TOO_MANY_REQUESTS,
                        crowded.getMessage() + " Ask again when it has ended; Retry-After says when to try.",
                        crowded.retryAfter());
            case TooLongException ended -> answer(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(ended.getMessage()));
            case InvalidException invalid -> answer(HttpStatus.BAD_REQUEST, String.valueOf(invalid.getMessage()));
            case RefusedException refused -> answer(HttpStatus.CONFLICT, String.valueOf(refused.getMessage()));
            case AccessDeniedException denied -> answer(HttpStatus.FORBIDDEN, String.valueOf(denied.getMessage()));
            case MongoException trouble -> answer(HttpStatus.SERVICE_UNAVAILABLE, MongoTrouble.sentence(trouble));
            case DataAccessException trouble -> answer(HttpStatus.SERVICE_UNAVAILABLE, sentence(trouble));
            default -> {
                LOG.error("A request to the API failed: path={}", request.getServletPath(), e);
                yield answer(HttpStatus.INTERNAL_SERVER_ERROR, "The console failed; its log says why.");
            }
        };
    }

    /** Whether the request is for the API, by the matched address: the server rewrites one whose name has dots between slashes. */
    private static boolean isOfApi(HttpServletRequest request) {
        return ServletRequestPathUtils.getParsedRequestPath(request)
                .pathWithinApplication()
                .value()
                .startsWith("/api/");
    }

    private static String sentence(DataAccessException trouble) {
        return trouble.getCause() instanceof MongoException cause
                ? MongoTrouble.sentence(cause)
                : "MongoDB did not answer as expected.";
    }

    private static ResponseEntity<ProblemDetail> answer(HttpStatus status, String detail, Duration retryAfter) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter.toSeconds()));
        return answer(ProblemDetail.forStatusAndDetail(status, detail), headers);
    }

    private static ResponseEntity<ProblemDetail> answer(HttpStatus status, String detail) {
        return answer(ProblemDetail.forStatusAndDetail(status, detail), HttpHeaders.EMPTY);
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem, HttpHeaders headers) {
        return ResponseEntity.status(problem.getStatus())
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
