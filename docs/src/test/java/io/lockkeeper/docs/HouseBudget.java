package io.lockkeeper.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of {@code house.properties}, read as a ratchet: no figure may rise, and one that falls by more than 2 % is written down again.
 * A figure is raised by its line and one above it, which says when, from what, why, and which figure of the same kind is lowered for it:
 *
 * <pre>
 * # raised 2026-12-02 from 10631: kind NEAR_DEADLINE; paid by console.people.lines
 * console.judge.lines = 10712
 * </pre>
 *
 * Three raises a month may be without the last part.
 */
final class HouseBudget {

    static final int UNPAID_A_MONTH = 3;
    private static final int SLACK = 50; // one in fifty is 2 %
    private static final Pattern LINE = Pattern.compile("([\\w.-]+) = (\\d+)");
    private static final Pattern RAISED =
            Pattern.compile("# raised (\\d{4}-\\d\\d)-\\d\\d from (\\d+): (.+?)(?:; paid by (\\S+))?");

    private final Map<String, Integer> most = new LinkedHashMap<>();
    private final Map<String, Integer> unpaid = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    HouseBudget(List<String> lines) {
        String above = "";
        for (String line : lines) {
            Matcher figure = LINE.matcher(line);
            if (figure.matches()) {
                most.put(figure.group(1), Integer.parseInt(figure.group(2)));
                if (above.startsWith("# raised")) {
                    takeRaise(figure.group(1), above);
                }
            } else if (!line.isBlank() && !line.startsWith("#")) {
                faults.add("\"" + line + "\" is not: name = figure");
            }
            above = line;
        }
    }

    private void takeRaise(String name, String reason) {
        Matcher raised = RAISED.matcher(reason);
        if (!raised.matches()) {
            faults.add(
                    name + ": write \"# raised 2026-12-02 from 10: reason; paid by figure\", not \"" + reason + "\"");
        } else if (Integer.parseInt(raised.group(2)) >= most.get(name)) {
            faults.add(name + " was not raised: " + reason);
        } else if (raised.group(4) == null) {
            unpaid.merge(raised.group(1), 1, Integer::sum);
        } else if (!kind(raised.group(4)).equals(kind(name))) {
            faults.add("%s counts other things than %s, which cannot pay for it".formatted(raised.group(4), name));
        }
    }

    private static String kind(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** What the figures do not keep to, a sentence each. */
    List<String> faults(Map<String, Integer> figures) {
        List<String> found = new ArrayList<>(faults);
        figures.forEach((name, figure) -> {
            Integer budget = most.get(name);
            if (budget == null) {
                found.add(String.format(Locale.ROOT, "%s = %d has no budget", name, figure));
            } else if (figure > budget) {
                found.add(String.format(
                        Locale.ROOT,
                        "%s = %d; the budget is %d. Take something away, or raise it with date, reason and what pays for it",
                        name,
                        figure,
                        budget));
            } else if (figure < budget - budget / SLACK) {
                found.add(String.format(
                        Locale.ROOT, "%s = %d; the budget is %d. Write the new figure down", name, figure, budget));
            }
        });
        most.keySet().stream()
                .filter(name -> !figures.containsKey(name))
                .forEach(name -> found.add(name + " is no figure of this tree"));
        unpaid.forEach((month, raises) -> {
            if (raises > UNPAID_A_MONTH) {
                found.add(String.format(
                        Locale.ROOT, "%d raises of %s are unpaid; %d are allowed", raises, month, UNPAID_A_MONTH));
            }
        });
        return found;
    }
}
