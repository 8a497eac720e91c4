package io.lockkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** How far classes may depend on each other in a circle. A class counts together with those that are nested in it. */
public final class CycleRules {

    private CycleRules() {}

    /** No package depends on itself by way of another one. */
    public static ArchRule packagesFormNoCycle(String root) {
        return classes()
                .should(formNoCycleOfMoreThan(1, root, JavaClass::getPackageName))
                .because("a room that needs its neighbour, which needs it, is one room");
    }

    /** No more than so many classes form a cycle. */
    public static ArchRule classesFormNoCycleOfMoreThan(int most, String root) {
        return classes()
                .should(formNoCycleOfMoreThan(most, root, CycleRules::outermost))
                .because("who reads one class of a cycle has to read them all");
    }

    private static ArchCondition<JavaClass> formNoCycleOfMoreThan(
            int most, String root, Function<JavaClass, String> node) {
        return new ArchCondition<>(String.format(Locale.ROOT, "form no cycle of more than %d below %s", most, root)) {
            private final Map<String, NavigableSet<String>> edges = new TreeMap<>();

            @Override
            public void check(JavaClass type, ConditionEvents events) {
                NavigableSet<String> targets = edges.computeIfAbsent(node.apply(type), name -> new TreeSet<>());
                type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(target -> target.getPackageName().startsWith(root))
                        .map(node)
                        .filter(target -> !target.equals(node.apply(type)))
                        .forEach(targets::add);
            }

            @Override
            public void finish(ConditionEvents events) {
                Cycles.in(edges).stream()
                        .filter(cycle -> cycle.size() > most)
                        .forEach(cycle -> events.add(SimpleConditionEvent.violated(
                                cycle,
                                String.format(
                                        Locale.ROOT, "%d form a cycle: %s", cycle.size(), String.join(", ", cycle)))));
            }
        };
    }

    private static String outermost(JavaClass type) {
        return type.getEnclosingClass().map(CycleRules::outermost).orElseGet(type::getName);
    }
}
