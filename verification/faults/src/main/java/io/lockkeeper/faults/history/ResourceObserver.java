package io.lockkeeper.faults.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Adds to the history what the guarded resource took note of, in the order in which it did. */
public final class ResourceObserver {

    private final Path file;
    private final History history;
    private long read;
    private long order;

    public ResourceObserver(Path file, History history) {
        this.file = file;
        this.history = history;
    }

    /** Reads what is new. */
    public void catchUp() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer unread = ByteBuffer.allocate(Math.toIntExact(channel.size() - read));
            while (unread.hasRemaining() && channel.read(unread, read + unread.position()) > 0) {}
            String text = new String(unread.array(), 0, unread.position(), StandardCharsets.UTF_8);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            whole.lines().forEach(this::note);
            read += whole.getBytes(StandardCharsets.UTF_8).length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(String line) {
        String[] words = line.split(" ", -1);
        history.add(new Event.Used(
                Long.parseLong(words[0]), words[1], words[2], words[3], Long.parseLong(words[4]), ++order));
    }
}
