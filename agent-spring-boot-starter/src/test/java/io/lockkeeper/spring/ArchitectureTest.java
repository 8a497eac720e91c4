package io.lockkeeper.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.test.HouseRules;
import io.lockkeeper.test.LibraryRules;

@AnalyzeClasses(packages = "io.lockkeeper.spring", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchTests LIBRARY_RULES = ArchTests.in(LibraryRules.class);

    @ArchTest
    static final ArchRule IT_KNOWS_THE_AGENTS_PUBLIC_FACE_ALONE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.lockkeeper.agent.batching..",
                    "io.lockkeeper.agent.calls..",
                    "io.lockkeeper.agent.clocks..",
                    "io.lockkeeper.agent.closing..",
                    "io.lockkeeper.agent.fitness..",
                    "io.lockkeeper.agent.hints..",
                    "io.lockkeeper.agent.host..",
                    "io.lockkeeper.agent.keeping..",
                    "io.lockkeeper.agent.presence..",
                    "io.lockkeeper.agent.store..",
                    "io.lockkeeper.agent.time..",
                    "io.lockkeeper.agent.upkeep..",
                    "io.lockkeeper.agent.waiting..");

    @ArchTest
    static final ArchRule ONLY_THE_STARTER_KNOWS_ALL_PARTS = noClasses()
            .that()
            .resideOutsideOfPackage("io.lockkeeper.spring.boot")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.lockkeeper.spring.boot");
}
