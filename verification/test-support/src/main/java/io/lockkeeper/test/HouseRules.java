package io.lockkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** What holds for the code of every module; an ArchitectureTest takes all of it with {@code ArchTests.in}. */
public final class HouseRules {
    @ArchTest
    public static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED = classes()
            .should(resideInANullMarkedPackage())
            .because("nullness is checked nowhere else: package-info.java carries @NullMarked");

    @ArchTest
    public static final ArchRule NAMES_SAY_WHAT_A_CLASS_IS = noClasses()
            .should()
            .haveNameMatching(".*(Utils?|Helper|Manager|Impl)(\\$.*)?")
            .because("such a name says nothing");

    @ArchTest
    public static final ArchRule A_PACKAGE_IS_A_FEATURE =
            noClasses().should().resideInAnyPackage("..util..", "..utils..", "..impl..", "..common..", "..helper..");

    @ArchTest
    public static final ArchRule LOGS_GO_THROUGH_SLF4J =
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

    @ArchTest
    public static final ArchRule ONLY_PUBLIC_PARTS_OF_THE_DRIVER =
            noClasses().should().dependOnClassesThat().resideInAPackage("com.mongodb.internal..");

    @ArchTest
    public static final ArchRule NULLNESS_IS_SAID_WITH_JSPECIFY = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("javax.annotation", "com.mongodb.lang")
            .because("those of other libraries are on the path only for the compiler");

    @ArchTest
    public static final ArchRule THE_SURROUNDINGS_DECIDE_NOTHING = SurroundingsRules.noDefaults();

    private HouseRules() {}

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package that is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                events.add(new SimpleConditionEvent(type, marked, type.getName() + " is in no @NullMarked package"));
            }
        };
    }
}
