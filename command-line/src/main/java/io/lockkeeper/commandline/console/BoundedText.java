package io.lockkeeper.commandline.console;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Reads an answer's text up to a size that no console's answer has: another server at its address may send without end. */
final class BoundedText implements BodySubscriber<String> {

    static final int MOST = 16 << 20;

    private final BodySubscriber<String> text = BodySubscribers.ofString(StandardCharsets.UTF_8);
    private @Nullable Subscription arriving;
    private long length;

    @Override
    public CompletionStage<String> getBody() {
        return text.getBody();
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        arriving = subscription;
        text.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
        length += part.stream().mapToLong(ByteBuffer::remaining).sum();
        if (length <= MOST) {
            text.onNext(part);
        } else if (arriving != null) {
            arriving.cancel();
            text.onError(new IOException(String.format(Locale.ROOT, "its answer has more than %,d bytes", MOST)));
        }
    }

    @Override
    public void onError(Throwable cause) {
        text.onError(cause);
    }

    @Override
    public void onComplete() {
        text.onComplete();
    }
}
