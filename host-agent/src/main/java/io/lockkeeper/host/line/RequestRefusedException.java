package io.lockkeeper.host.line;

/** A request that is answered with an error. The session goes on. */
public final class RequestRefusedException extends Exception {

    private final String code;

    private RequestRefusedException(String code, String message) {
        super(message);
        this.code = code;
    }

    public static RequestRefusedException because(String code, String message) {
        return new RequestRefusedException(code, message);
    }

    public JsonLine error() {
        return JsonLine.error(code, String.valueOf(getMessage()));
    }
}
