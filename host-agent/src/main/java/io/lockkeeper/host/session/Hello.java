package io.lockkeeper.host.session;

import io.lockkeeper.agent.LockRequest;
import io.lockkeeper.host.kernel.ProcessProof;
import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.RequestRefusedException;
import io.lockkeeper.model.Details;
import io.lockkeeper.model.Owner;
import java.nio.charset.StandardCharsets;
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

    private static final int LONGEST_NOTED = 256;

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

    /** As a line: what is read of it, and bounded. */
    Map<String, Object> noted() {
        Map<String, Object> line = new LinkedHashMap<>(Map.of("hello", (long) VERSION, "service", service));
        for (Map.Entry<String, String> text : Map.of(
                        "instance", instance, "client", client, "pidns", process.pidNamespace(), "boot", process.boot())
                .entrySet()) {
            if (!text.getValue().isEmpty() && text.getValue().length() <= LONGEST_NOTED) {
                line.put(text.getKey(), text.getValue());
            }
        }
        if (process.pid() > 0) {
            line.put("pid", process.pid());
        }
        return line;
    }

    private static String named(Fields fields, String field) throws RequestRefusedException {
        String text = fields.text(field).orElse("");
        if (text.isBlank()) {
            throw RequestRefusedException.because("field", "\"%s\" is blank.".formatted(field));
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > Owner.MAX_NAME_BYTES) {
            throw RequestRefusedException.because(
                    "field",
                    "\"%s\" has %s bytes; at most %s are possible.".formatted(field, bytes, Owner.MAX_NAME_BYTES));
        }
        try {
            return Objects.requireNonNull(
                    new Details(Map.of(field, text)).values().get(field));
        } catch (IllegalArgumentException e) {
            throw RequestRefusedException.because("field", e.getMessage() + ".");
        }
    }

    /** The same, called so where it does not say which instance it is. */
    Hello called(String command) {
        return instance.isEmpty() ? new Hello(service, command, client, process) : this;
    }

    /** The process is what operators and refused callers see as the owner of the lock. */
    LockRequest asking(LockRequest request) {
        return request.onBehalfOf(service, instance, process.pid());
    }

    /** A kept lease is the host agent's, and has uses of many processes; its first one is named. */
    LockRequest naming(LockRequest request) {
        LockRequest naming = request.withDetail("service", service);
        return process.pid() > 0 ? naming.withDetail("pid", Long.toString(process.pid())) : naming;
    }

    /** The process and its connection, as they are listed. */
    public JsonLine described(String session, ProcessProof proof, String user, boolean isConnected) {
        return new JsonLine()
                .with("session", session)
                .with("service", service)
                .with("instance", instance)
                .with("client", client)
                .with("user", user)
                .with("pid", process.pid())
                .with("command", proof.command())
                .with("proof", proof.kind())
                .with("connected", isConnected);
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
