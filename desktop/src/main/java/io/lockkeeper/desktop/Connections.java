package io.lockkeeper.desktop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/** The saved connections, the most recently used first, in a file that only its owner can read. Thread-safe. */
final class Connections {

    static final String FILE = "connections.json";

    private final OwnFolder folder;
    private final List<KnownConnection> known = new ArrayList<>();

    private Connections(OwnFolder folder) {
        this.folder = folder;
    }

    /** No connections, even if the file has some. */
    static Connections none(OwnFolder folder) {
        return new Connections(folder);
    }

    /** @throws IOException if the file cannot be read, which is then moved aside; the message names it */
    static Connections in(OwnFolder folder) throws IOException {
        Connections connections = new Connections(folder);
        Optional<String> text = folder.read(FILE);
        try {
            text.map(Document::parse)
                    .ifPresent(kept -> kept.getList("connections", Document.class)
                            .forEach(each -> connections.known.add(KnownConnection.of(each))));
        } catch (JsonParseException | NullPointerException | ClassCastException e) {
            Path aside = folder.file(FILE + ".unreadable");
            Files.move(folder.file(FILE), aside, StandardCopyOption.REPLACE_EXISTING);
            throw new IOException(
                    "The known connections cannot be read. Their file is now %s: correct it and give it its name %s back, or add them again."
                            .formatted(aside, FILE),
                    e);
        }
        return connections;
    }

    synchronized List<KnownConnection> list() {
        return List.copyOf(known);
    }

    Optional<KnownConnection> find(String name) {
        return list().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Saves it as the most recently used connection, replacing one of the same name. */
    synchronized void use(KnownConnection connection) throws IOException {
        known.removeIf(each -> each.name().equals(connection.name()));
        known.addFirst(connection);
        write();
    }

    synchronized void forget(String name) throws IOException {
        known.removeIf(each -> each.name().equals(name));
        write();
    }

    private void write() throws IOException {
        Document all = new Document(
                "connections", known.stream().map(KnownConnection::document).toList());
        folder.write(FILE, all.toJson(JsonWriterSettings.builder().indent(true).build()));
    }
}
