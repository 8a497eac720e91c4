package io.lockkeeper.examples.other;

import org.axonframework.eventhandling.GlobalSequenceTrackingToken;
import org.axonframework.eventhandling.tokenstore.TokenStore;

/** Axon's token store: the claim of one segment. */
final class DrivenAxon implements Driven {

    private static final String PROCESSOR = "orders";

    private final TokenStore tokens;
    private long events;

    DrivenAxon(String instance) {
        this.tokens = Projection.tokens(instance);
    }

    @Override
    public String perform(String command) {
        switch (command) {
            case "prepare" -> tokens.initializeTokenSegments(PROCESSOR, 1);
            case "acquire" -> tokens.fetchToken(PROCESSOR, 0);
            case "renew" -> tokens.extendClaim(PROCESSOR, 0);
            case "store" -> tokens.storeToken(new GlobalSequenceTrackingToken(++events), PROCESSOR, 0);
            case "release" -> tokens.releaseClaim(PROCESSOR, 0);
            default -> throw Driven.unknown(command);
        }
        return "done";
    }
}
