package io.lockkeeper.console.ground.mongodb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.springframework.stereotype.Component;

/**
 * The work that the console's loops skip at present, because it is damaged, too large or too much: one sentence of each loop, which a
 * finding shows. Thread-safe.
 */
@Component
public class Undigested {

    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final int MOST = 1_000;

    private final Map<String, Note> notes = new ConcurrentHashMap<>();
    private final LongSupplier ticker;

    public Undigested() {
        this(System::nanoTime);
    }

    Undigested(LongSupplier ticker) {
        this.ticker = ticker;
    }

    private record Note(String sentence, long at) {}

    /**
     * Notes it for the next ten minutes.
     *
     * @param loop which loop, and of which collection
     * @param sentence what is missing, and why
     */
    public void note(String loop, String sentence) {
        if (notes.size() < MOST || notes.containsKey(loop)) {
            notes.put(loop, new Note(sentence, ticker.getAsLong()));
        }
    }

    /** A loop found nothing to step over. */
    public void clear(String loop) {
        notes.remove(loop);
    }

    /** The sentences, in the order of the loops' names. */
    public List<String> sentences() {
        return sentences("");
    }

    /** The sentences of the loops whose names start with the prefix. */
    public List<String> sentences(String prefix) {
        long now = ticker.getAsLong();
        notes.values().removeIf(note -> now - note.at > KEPT_NANOS);
        return notes.entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getValue().sentence())
                .toList();
    }
}
