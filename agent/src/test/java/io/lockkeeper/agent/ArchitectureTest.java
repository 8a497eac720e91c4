package io.lockkeeper.agent;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.test.CycleRules;
import io.lockkeeper.test.HouseRules;
import io.lockkeeper.test.LibraryRules;

@AnalyzeClasses(packages = "io.lockkeeper.agent", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchTests LIBRARY_RULES = ArchTests.in(LibraryRules.class);

    @ArchTest
    static final ArchRule IT_KNOWS_THE_MODEL_THE_DRIVER_AND_A_LOG = LibraryRules.usesNothingBut(
            "java..",
            "org.bson..",
            "com.mongodb..",
            "org.slf4j..",
            "org.jspecify..",
            "io.lockkeeper.model..",
            "io.lockkeeper.agent..");

    @ArchTest
    static final ArchRule NO_PACKAGES_FORM_A_CYCLE = CycleRules.packagesFormNoCycle("io.lockkeeper.agent");

    @ArchTest
    static final ArchRule NO_MORE_THAN_FIVE_CLASSES_FORM_A_CYCLE =
            CycleRules.classesFormNoCycleOfMoreThan(5, "io.lockkeeper.agent");

    @ArchTest
    static final ArchRule CLOCK_WAITS_THREADS_AND_CHANCE_COME_FROM_THE_MACHINE = MachineRules.theyComeFromTheMachine();
}
