package io.lockkeeper.host;

/** A request that is answered with an error. The session goes on. */
final class RequestRefusedException extends Exception {

    private final String code;

    private RequestRefusedException(String code, String message) {
        super(message);
        this.code = code;
    }

    static RequestRefusedException because(String code, String message) {
        return new RequestRefusedException(code, message);
    }

    JsonLine error() {
        return Answers.error(code, String.valueOf(getMessage()));
    }
}
