package io.lockkeeper.host.session;

import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.PeerConnection;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.model.Details;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Who a peer says it is, in its first line. All of it is a claim: it decides nothing but what proves the end of the process.
 *
 * @param service the service that the process is of
 * @param instance which instance of it; empty if it is not said
 * @param client the library that speaks, and its version
 */
public record Hello(String service, String instance, String client, ProcessProof.Claim process) {

    static final int VERSION = 1;

    public static Hello in(Fields fields, String store, String boot) throws RequestRefusedException {
        long version = fields.number("hello", 1, Integer.MAX_VALUE)
                .orElseThrow(() -> RequestRefusedException.because("hello", "The first line is a hello."));
        if (version != VERSION) {
            throw RequestRefusedException.because(
                    "version",
                    String.format(
                            Locale.ROOT,
                            "This host agent speaks version %d of the protocol, not %d. No lock was requested.",
                            VERSION,
                            version));
        }
        Hello hello = new Hello(
                named(fields, "service"),
                fields.has("instance") ? named(fields, "instance") : "",
                fields.has("client") ? named(fields, "client") : "",
                new ProcessProof.Claim(
                        fields.number("pid", 1, Integer.MAX_VALUE).orElse(0),
                        fields.text("pidns").orElse(""),
                        fields.text("boot").orElse("")));
        hello.requireStore(fields.text("store"), store);
        hello.requireSameKernel(boot);
        return hello;
    }

    private static String named(Fields fields, String field) throws RequestRefusedException {
        String text = fields.text(field).orElse("");
        if (text.isBlank()) {
            throw RequestRefusedException.because("field", "\"%s\" is blank.".formatted(field));
        }
        try {
            return Objects.requireNonNull(
                    new Details(Map.of(field, text)).values().get(field));
        } catch (IllegalArgumentException e) {
            throw RequestRefusedException.because("field", e.getMessage() + ".");
        }
    }

    /** What the console and refused callers see of the process: the lock's owner is the host agent. */
    Details details() {
        Map<String, String> seen = new LinkedHashMap<>();
        seen.put("service", service);
        if (!instance.isEmpty()) {
            seen.put("instance", instance);
        }
        if (process.pid() > 0) {
            seen.put("pid", Long.toString(process.pid()));
        }
        return new Details(seen);
    }

    /** The process and its connection, as they are listed. */
    public JsonLine described(String session, ProcessProof proof, PeerConnection connection) {
        return new JsonLine()
                .with("session", session)
                .with("service", service)
                .with("instance", instance)
                .with("client", client)
                .with("user", connection.user())
                .with("pid", process.pid())
                .with("command", proof.command())
                .with("proof", proof.kind())
                .with("connected", !connection.isOver());
    }

    private void requireStore(Optional<String> meant, String store) throws RequestRefusedException {
        if (meant.isPresent() && !meant.get().equals(store)) {
            throw RequestRefusedException.because(
                    "store",
                    "This host agent has the locks of \"%s\", not of \"%s\": two processes could hold one lock."
                            .formatted(store, meant.get()));
        }
    }

    /** The clocks of another kernel stop when this one's go on. */
    private void requireSameKernel(String own) throws RequestRefusedException {
        String boot = process.boot();
        if (!boot.isEmpty() && !own.isEmpty() && !boot.equals(own)) {
            throw RequestRefusedException.because(
                    "boot",
                    "The process runs on another kernel than this host agent: their clocks do not stop together.");
        }
    }
}
