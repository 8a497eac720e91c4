package io.lockkeeper.console.watch.dialect;

import io.lockkeeper.console.ground.refusal.StartRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/**
 * All dialects: that of Lockkeeper's own locks, those of other libraries that are built in, and those of the directory that
 * {@code lockkeeper.dialects} names.
 */
@Component
public class Dialects {

    private static final int FEWEST_INDEXES = 2;

    static final String BUILT_IN = "classpath:dialects/*.yaml";

    private final LockkeeperDialect own = new LockkeeperDialect();
    private final Map<String, FileDialect> byId = new TreeMap<>();

    Dialects(@Value("${lockkeeper.dialects:}") String directory) {
        builtIn().forEach(this::put);
        if (!directory.isBlank()) {
            from(Path.of(directory.strip())).forEach(this::put);
        }
    }

    private void put(FileDialect dialect) {
        if (dialect.id().equals(own.id())) {
            throw new StartRefusedException(
                    "A dialect in the directory of lockkeeper.dialects is named “%s”, as the dialect of Lockkeeper's own locks is. Give its file another name."
                            .formatted(own.id()));
        }
        byId.put(dialect.id(), dialect);
    }

    public Optional<Dialect> find(String id) {
        return id.equals(own.id()) ? Optional.of(own) : Optional.ofNullable(byId.get(id));
    }

    /** Lockkeeper's own, and those of other libraries by the libraries' names. */
    public List<Dialect> all() {
        Stream<Dialect> others = byId.values().stream()
                .sorted(Comparator.comparing(dialect -> dialect.library().toLowerCase(Locale.ROOT)))
                .map(Dialect.class::cast);
        return Stream.concat(Stream.of(own), others).toList();
    }

    /** The dialects of other libraries. */
    public Collection<FileDialect> ofFiles() {
        return byId.values();
    }

    /** The dialects that a document may belong to, the surest first. */
    public List<Recognized> recognize(BsonDocument document, String collection) {
        return Stream.concat(Stream.of(own), byId.values().stream())
                .flatMap(dialect -> dialect
                        .sureness(document, collection)
                        .map(sureness -> new Recognized(dialect, sureness, dialect.tellingFields(document)))
                        .stream())
                .sorted()
                .toList();
    }

    /** The dialects that a collection without a document may be of, by its indexes or else by its name, the surest first. */
    public List<Recognized> recognizeEmpty(String collection, List<BsonDocument> indexes) {
        List<Recognized> byIndexes = byId.values().stream()
                .flatMap(dialect -> byIndexes(dialect, collection, indexes).stream())
                .sorted()
                .toList();
        return byIndexes.isEmpty() ? byName(collection) : byIndexes;
    }

    /** One index proves too little, unless the collection has the library's name as well. */
    private static Optional<Recognized> byIndexes(FileDialect dialect, String collection, List<BsonDocument> indexes) {
        List<String> by = new ArrayList<>(dialect.signs().in(indexes).stream()
                .map("the index on %s"::formatted)
                .toList());
        boolean named = dialect.collections().contains(collection);
        if (by.isEmpty() || (by.size() < FEWEST_INDEXES && !named)) {
            return Optional.empty();
        }
        if (named) {
            by.add("its name");
        }
        return Optional.of(new Recognized(dialect, named ? Sureness.LIKELY : Sureness.POSSIBLE, by));
    }

    /** The dialects of that usual name; none if several libraries have it. */
    private List<Recognized> byName(String collection) {
        List<Recognized> named = byId.values().stream()
                .filter(dialect -> dialect.collections().contains(collection))
                .map(dialect -> new Recognized(dialect, Sureness.POSSIBLE, List.of("its name")))
                .toList();
        return named.size() == 1 ? named : List.of();
    }

    static List<FileDialect> builtIn() {
        List<FileDialect> found = new ArrayList<>();
        try {
            for (Resource file : new PathMatchingResourcePatternResolver().getResources(BUILT_IN)) {
                found.add(DialectFile.read(
                        String.valueOf(file.getFilename()), file.getContentAsString(StandardCharsets.UTF_8)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** A dialect replaces a built-in one of the same name, for example to change a time-out. */
    private static List<FileDialect> from(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().matches(".*\\.ya?ml"))
                    .sorted()
                    .map(Dialects::read)
                    .toList();
        } catch (IOException e) {
            throw new StartRefusedException(
                    "lockkeeper.dialects names “%s”, and no files can be read there: %s. Name a directory of dialects, or leave it out."
                            .formatted(directory, e));
        }
    }

    private static FileDialect read(Path file) {
        try {
            return DialectFile.read(String.valueOf(file.getFileName()), Files.readString(file));
        } catch (IOException e) {
            throw new StartRefusedException("The dialect %s cannot be read: %s".formatted(file, e));
        } catch (DialectException e) {
            throw new StartRefusedException(
                    "A dialect of %s breaks a rule. %s.".formatted(file.getParent(), e.getMessage()));
        }
    }

    /**
     * A dialect that a document may be of.
     *
     * @param by the fields that show it
     */
    public record Recognized(Dialect dialect, Sureness sureness, List<String> by) implements Comparable<Recognized> {

        private static final Comparator<Recognized> ORDER = Comparator.comparing(Recognized::sureness)
                .thenComparingInt(it -> -it.by.size())
                .thenComparing(it -> it.dialect.evidence() instanceof Evidence.Reading)
                .thenComparing(it -> it.dialect.id());

        @Override
        public int compareTo(Recognized other) {
            return ORDER.compare(this, other);
        }
    }
}
