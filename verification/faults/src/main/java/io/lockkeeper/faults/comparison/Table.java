package io.lockkeeper.faults.comparison;

import io.lockkeeper.faults.comparison.Moment.Question;
import io.lockkeeper.peers.Peer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The results: a row for each question, a column for each lock. Safe for use by any number of threads. */
final class Table {

    private static final Logger log = LoggerFactory.getLogger(Table.class);
    private static final Pattern JAR = Pattern.compile(
            "(shedlock-provider-mongo|redisson|curator-recipes|zookeeper|mongodb-driver-sync)-(\\d[\\w.]*?)\\.jar");

    private record Place(Peer peer, String question) {}

    private final Map<Peer, String> columns = new EnumMap<>(Peer.class);
    private final Map<Peer, String> leftOut = new EnumMap<>(Peer.class);
    private final Map<Place, Cell> cells = new ConcurrentHashMap<>();

    void add(Peer peer, String store) {
        columns.put(peer, store);
    }

    void leaveOut(Peer peer, String why) {
        columns.remove(peer);
        leftOut.put(peer, why);
    }

    void add(Peer peer, Moment moment, Function<Question, Cell> judge) {
        for (Question question : moment.questions()) {
            Cell cell = judge.apply(question);
            log.info("{}: {}: {}", peer.label(), question.text(), cell.text());
            cells.put(new Place(peer, question.text()), cell);
        }
    }

    Stream<Cell> of(Peer peer) {
        return cells.entrySet().stream()
                .filter(each -> each.getKey().peer() == peer)
                .map(Map.Entry::getValue);
    }

    /** As Markdown, with what is behind the columns below. */
    String text(List<Moment> moments) {
        String head = "| |"
                + columns.keySet().stream()
                        .map(each -> " " + each.label() + " |")
                        .collect(Collectors.joining());
        String line = "|---|" + "---|".repeat(columns.size());
        Stream<String> rows =
                moments.stream().flatMap(each -> each.questions().stream()).map(this::row);
        Stream<String> stores = columns.entrySet().stream()
                .map(each -> "- %s on %s".formatted(each.getKey().label(), each.getValue()));
        Stream<String> missing = leftOut.entrySet().stream()
                .map(each -> "- %s is left out: %s".formatted(each.getKey().label(), each.getValue()));
        return Stream.of(Stream.of(head, line), rows, Stream.of(""), stores, missing, Stream.of("- " + versions()))
                .flatMap(each -> each)
                .collect(Collectors.joining("\n"));
    }

    private String row(Question question) {
        return columns.keySet().stream()
                .map(peer ->
                        Objects.requireNonNullElse(cells.get(new Place(peer, question.text())), Cell.notPlayed("")))
                .map(cell -> " " + cell.text() + " |")
                .collect(Collectors.joining("", "| " + question.text() + " |", ""));
    }

    private static String versions() {
        return JAR.matcher(System.getProperty("java.class.path"))
                .results()
                .map(each -> each.group(1) + " " + each.group(2))
                .collect(Collectors.joining(", "));
    }
}
