package io.lockkeeper.host.session;

import io.lockkeeper.host.line.Fields;
import io.lockkeeper.host.line.JsonLine;
import io.lockkeeper.host.line.RequestRefusedException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * What a peer asks of all sessions together. Each answer takes a while to make, so a peer has one question at a time, and of all peers'
 * questions one is answered between two rounds of the loop: beats and releases never wait for more than that. On the loop's thread only.
 */
public final class PeerQuestions {

    private final HostParts parts;
    private final BiConsumer<Long, JsonLine> answers;
    private boolean open;

    /** @param answers sends the answer to the line of that id */
    public PeerQuestions(HostParts parts, BiConsumer<Long, JsonLine> answers) {
        this.parts = parts;
        this.answers = answers;
    }

    /** Whether the line is such a question; it is answered then. */
    public boolean take(long id, Fields line) throws RequestRefusedException {
        if (line.has("sessions")) {
            long after = line.number("after", 0, Long.MAX_VALUE).orElse(0);
            ask(id, () -> parts.sessions().page(after));
        } else if (line.has("status")) {
            ask(id, () -> parts.report().answer());
        } else {
            return false;
        }
        return true;
    }

    private void ask(long id, Supplier<JsonLine> question) throws RequestRefusedException {
        if (open) {
            throw RequestRefusedException.because(
                    "limit", "The question before this one is not answered yet: ask one after the other.");
        }
        open = true;
        parts.loop().betweenRounds(() -> {
            open = false;
            answers.accept(id, answer(question));
        });
    }

    private static JsonLine answer(Supplier<JsonLine> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            return Answers.failed(e);
        }
    }
}
