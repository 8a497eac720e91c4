package io.lockkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;

/** What holds beyond {@link HouseRules} for code that runs inside somebody else's service. */
public final class LibraryRules {
    @ArchTest
    public static final ArchRule NOTHING_IS_PRINTED = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    public static final ArchRule MONITORS_ARE_PRIVATE = noMethods()
            .should()
            .haveModifier(JavaModifier.SYNCHRONIZED)
            .because("a caller could hold the monitor, and virtual threads are pinned by it");

    private LibraryRules() {}

    /** The complete list of packages that code may use, its own included. */
    public static ArchRule usesNothingBut(String... packages) {
        return classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
    }
}
