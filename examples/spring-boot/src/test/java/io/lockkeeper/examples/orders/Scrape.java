package io.lockkeeper.examples.orders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One scrape of a service: which metrics there are, with which labels. Prometheus itself adds {@code job} and {@code instance}. */
record Scrape(String text, Map<String, Set<String>> labels) {

    private static final Pattern SAMPLE = Pattern.compile("(?m)^(\\w+)(?:\\{([^}]*)})? ");
    private static final Pattern ASKED = Pattern.compile("\\b(lockkeeper_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"");
    private static final Pattern GROUPED = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");

    static Scrape of(String text) {
        Map<String, Set<String>> labels = new HashMap<>();
        Matcher sample = SAMPLE.matcher(text);
        while (sample.find()) {
            Set<String> known =
                    labels.computeIfAbsent(sample.group(1), name -> new HashSet<>(Set.of("job", "instance")));
            known.addAll(labelsIn(sample.group(2)));
        }
        return new Scrape(text, labels);
    }

    /** The metrics that a PromQL query names and there are not, and the labels that they have not. */
    List<String> missingFrom(String query) {
        List<String> missing = new ArrayList<>();
        Matcher asked = ASKED.matcher(query);
        while (asked.find()) {
            String metric = asked.group(1);
            Set<String> known = labels.get(metric);
            if (known == null) {
                missing.add(metric);
                continue;
            }
            List<String> named = new ArrayList<>(labelsIn(asked.group(2)));
            named.addAll(groupedBy(query));
            named.stream()
                    .filter(label -> !known.contains(label))
                    .map(label -> metric + "{" + label + "}")
                    .forEach(missing::add);
        }
        return missing;
    }

    private static List<String> labelsIn(@Nullable String selector) {
        List<String> names = new ArrayList<>();
        Matcher label = LABEL.matcher(selector == null ? "" : selector);
        while (label.find()) {
            names.add(label.group(1));
        }
        return names;
    }

    private static List<String> groupedBy(String query) {
        List<String> names = new ArrayList<>();
        Matcher grouped = GROUPED.matcher(query);
        while (grouped.find()) {
            Pattern.compile("\\s*,\\s*").splitAsStream(grouped.group(1).strip()).forEach(names::add);
        }
        return names;
    }

    @Override
    public String toString() {
        return text;
    }
}
