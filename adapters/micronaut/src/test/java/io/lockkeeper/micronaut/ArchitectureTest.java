package io.lockkeeper.micronaut;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.test.HouseRules;
import io.lockkeeper.test.LibraryRules;

@AnalyzeClasses(packages = "io.lockkeeper.micronaut", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchTests LIBRARY_RULES = ArchTests.in(LibraryRules.class);

    @ArchTest
    static final ArchRule IT_KNOWS_THE_AGENT_AND_ITS_FRAMEWORK = LibraryRules.usesNothingBut(
            "java..",
            "org.jspecify..",
            "io.lockkeeper.agent..",
            "jakarta..",
            "io.micronaut..",
            "io.lockkeeper.micronaut..");
}
