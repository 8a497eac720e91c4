package io.lockkeeper.host.state;

import io.lockkeeper.host.line.JsonLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Lines with their checksums, in a file that only its owner reads. A line is in the file when the call that adds it returns, also if the process is
 * killed then; not after a power failure, which ends all processes of the machine as well.
 */
final class StateFile implements AutoCloseable {

    private static final long SMALL = 1 << 20;

    private final Path path;
    private @Nullable FileChannel channel;
    private long size;
    private long sizeAtFirst;

    StateFile(Path path) {
        this.path = path;
    }

    /** The lines of the file; empty if it is missing or damaged. What was not written to its end at the last moment is left out. */
    List<Map<String, Object>> read() throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        List<Map<String, Object>> all = new ArrayList<>();
        String text = Files.readString(path, StandardCharsets.UTF_8);
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1)) {
            if (!line.isEmpty()) {
                all.add(checked(line));
            }
        }
        return all;
    }

    private static Map<String, Object> checked(String line) throws IOException {
        int space = line.indexOf(' ');
        String json = line.substring(space + 1);
        if (space < 0 || !sum(json).equals(line.substring(0, space))) {
            throw new IOException("A line of the state file is damaged");
        }
        return JsonLine.read(json);
    }

    private static String sum(String json) {
        CRC32 sum = new CRC32();
        sum.update(json.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** Puts these lines in place of all. */
    void replace(Stream<JsonLine> lines) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        FileChannel next = FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        StringBuilder all = new StringBuilder();
        lines.forEach(line -> all.append(text(line)));
        sizeAtFirst = write(next, all.toString());
        size = sizeAtFirst;
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        close();
        channel = next;
    }

    void add(JsonLine line) throws IOException {
        if (channel != null) {
            size += write(channel, text(line));
        }
    }

    /** Whether most of it is of the past. */
    boolean isLong() {
        return size > SMALL && size > 4 * sizeAtFirst;
    }

    private static String text(JsonLine line) {
        String json = line.toString();
        return sum(json) + " " + json + "\n";
    }

    private static int write(FileChannel to, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        int length = bytes.remaining();
        while (bytes.hasRemaining()) {
            var unused = to.write(bytes);
        }
        return length;
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(path);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
