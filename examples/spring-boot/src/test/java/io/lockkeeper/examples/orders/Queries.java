package io.lockkeeper.examples.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The PromQL in a Grafana dashboard, or in a file of Prometheus' rules: JSON is YAML too, and both call it {@code expr}. */
final class Queries {

    private Queries() {}

    static List<String> in(String text) {
        List<String> found = new ArrayList<>();
        Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        collect(document, found);
        return found;
    }

    private static void collect(Object node, List<String> found) {
        switch (node) {
            case Map<?, ?> map ->
                map.forEach((key, value) -> {
                    if (key.equals("expr") && value instanceof String query) {
                        found.add(query);
                    } else if (value != null) {
                        collect(value, found);
                    }
                });
            case List<?> list -> list.forEach(each -> collect(each, found));
            default -> {}
        }
    }
}
