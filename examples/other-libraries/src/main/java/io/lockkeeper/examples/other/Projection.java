package io.lockkeeper.examples.other;

import com.thoughtworks.xstream.XStream;
import java.time.Duration;
import org.axonframework.eventhandling.GlobalSequenceTrackingToken;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.UnableToClaimTokenException;
import org.axonframework.extensions.mongo.DefaultMongoTemplate;
import org.axonframework.extensions.mongo.eventsourcing.tokenstore.MongoTokenStore;
import org.axonframework.serialization.xml.XStreamSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the shop's events by Axon's token store, in which each segment is claimed by one node. */
final class Projection {

    private static final Logger log = LoggerFactory.getLogger(Projection.class);

    private static final String PROCESSOR = "orders";
    private static final int SEGMENTS = 2;
    private static final Duration CLAIM_TIMEOUT = Duration.ofSeconds(10); // Axon's own default

    private final TokenStore tokens;
    private long events;

    private Projection(TokenStore tokens) {
        this.tokens = tokens;
    }

    public static void main(String[] arguments) throws InterruptedException {
        Projection projection = new Projection(tokens(arguments[0]));
        log.info("{} follows the shop's events", arguments[0]);
        Shop.repeat(Duration.ofSeconds(2), projection::step);
    }

    static TokenStore tokens(String node) {
        XStream xStream = new XStream();
        xStream.allowTypesByWildcard(new String[] {"org.axonframework.**"});
        return MongoTokenStore.builder()
                .mongoTemplate(DefaultMongoTemplate.builder()
                        .mongoDatabase(Shop.connect(), Shop.DATABASE)
                        .build())
                .serializer(XStreamSerializer.builder().xStream(xStream).build())
                .nodeId(node)
                .claimTimeout(CLAIM_TIMEOUT)
                .build();
    }

    /** Claims the first segment that is free, and stays with it for a while. */
    private void step() throws InterruptedException {
        if (tokens.fetchSegments(PROCESSOR).length == 0) {
            tokens.initializeTokenSegments(PROCESSOR, SEGMENTS);
        }
        for (int segment = 0; segment < SEGMENTS; segment++) {
            try {
                tokens.fetchToken(PROCESSOR, segment);
                follow(segment);
                return;
            } catch (UnableToClaimTokenException e) {
                log.debug("Segment {} is another node's", segment);
            }
        }
    }

    private void follow(int segment) throws InterruptedException {
        log.info("Follows segment {}", segment);
        while (true) {
            Thread.sleep(1_000);
            events++;
            tokens.storeToken(new GlobalSequenceTrackingToken(events), PROCESSOR, segment);
        }
    }
}
