package io.lockkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import java.util.List;

/** What holds beyond {@link HouseRules} for code that runs inside somebody else's service. */
public final class LibraryRules {
    @ArchTest
    public static final ArchRule NOTHING_IS_PRINTED = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    public static final ArchRule MONITORS_ARE_PRIVATE = noMethods()
            .should()
            .haveModifier(JavaModifier.SYNCHRONIZED)
            .because("a caller could hold the monitor, and virtual threads are pinned by it");

    @ArchTest
    public static final ArchRule NO_MONITOR_IS_ENTERED = classes()
            .should(enterNoMonitor())
            .because("before JDK 24 a virtual thread that waits in one keeps its carrier");

    private LibraryRules() {}

    /** ArchUnit does not see synchronized blocks, so their instructions are looked for. */
    private static ArchCondition<JavaClass> enterNoMonitor() {
        return new ArchCondition<>("enter no monitor") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                List<String> methods =
                        Monitors.enteredIn(type.getSource().orElseThrow().getUri());
                methods.forEach(method -> events.add(SimpleConditionEvent.violated(
                        type, "%s.%s enters a monitor".formatted(type.getName(), method))));
            }
        };
    }

    /** The complete list of packages that code may use, its own included. */
    public static ArchRule usesNothingBut(String... packages) {
        return classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
    }
}
