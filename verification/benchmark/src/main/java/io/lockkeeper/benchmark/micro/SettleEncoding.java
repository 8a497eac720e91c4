package io.lockkeeper.benchmark.micro;

import com.mongodb.WriteConcern;
import io.lockkeeper.model.Ask;
import io.lockkeeper.model.Beat;
import io.lockkeeper.model.LockDocument;
import io.lockkeeper.model.LockName;
import io.lockkeeper.model.Owner;
import io.lockkeeper.model.Request;
import io.lockkeeper.model.Settle;
import io.lockkeeper.model.UncontendedChange;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From what is asked to the bytes that go to the server. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SettleEncoding {

    private static final String STAMP = "3f6c1e0a-4d5b-4d6e-9a57-0c1d2e3f4a5b";
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final Owner OWNER =
            new Owner("agent-1", "billing", "billing-1", "host-1", 4711, "worker-1", "invoices of May");

    private final Map<LockName, List<Ask.Combinable>> hundred = new LinkedHashMap<>();
    private final List<Beat> thousand = IntStream.range(0, 1_000)
            .mapToObj(i -> new Beat(name(i), acquirer(i), 0))
            .toList();

    public SettleEncoding() {
        IntStream.range(0, 100).forEach(i -> hundred.put(name(i), List.of(enqueue(i))));
    }

    @Benchmark
    public int enqueue() {
        return bytes(Settle.change(enqueue(1), STAMP).pipeline());
    }

    @Benchmark
    public int remove() {
        return bytes(Settle.change(new Ask.Remove(name(1), acquirer(1)), STAMP).pipeline());
    }

    @Benchmark
    public int hundredEnqueues() {
        return bytes(Settle.togetherByLock(hundred, STAMP));
    }

    @Benchmark
    public int quietEnqueue() {
        return bytes(List.of(quiet(1).command(STAMP, WriteConcern.MAJORITY)));
    }

    @Benchmark
    public int hundredUncontendedEnqueues() {
        return bytes(UncontendedChange.together(
                IntStream.range(0, 100).mapToObj(SettleEncoding::quiet).toList(), STAMP));
    }

    @Benchmark
    public int thousandTouches() {
        return bytes(Settle.touchAll(thousand, STAMP));
    }

    private static int bytes(List<BsonDocument> pipeline) {
        try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(
                    writer,
                    new BsonDocument("u", new BsonArray(pipeline)),
                    EncoderContext.builder().build());
            return buffer.getSize();
        }
    }

    private static Ask.Enqueue enqueue(int i) {
        return new Ask.Enqueue(name(i), Request.exclusive(acquirer(i), Duration.ofSeconds(30), OWNER));
    }

    private static UncontendedChange quiet(int i) {
        LockDocument idle = new LockDocument(name(i).value(), 1, 1, List.of(), List.of(), null, null, Instant.EPOCH);
        return UncontendedChange.of(idle, enqueue(i)).orElseThrow();
    }

    private static LockName name(int i) {
        return new LockName("order:" + i);
    }

    private static String acquirer(int i) {
        return "3f6c1e0a-4d5b-4d6e-9a57-0c1d2e3f4a5b." + i;
    }
}
