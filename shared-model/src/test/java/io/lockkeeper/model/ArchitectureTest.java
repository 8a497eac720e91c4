package io.lockkeeper.model;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import io.lockkeeper.test.CycleRules;
import io.lockkeeper.test.HouseRules;
import io.lockkeeper.test.LibraryRules;

@AnalyzeClasses(packages = "io.lockkeeper.model", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    @ArchTest
    static final ArchTests LIBRARY_RULES = ArchTests.in(LibraryRules.class);

    @ArchTest
    static final ArchRule NO_PACKAGES_FORM_A_CYCLE = CycleRules.packagesFormNoCycle("io.lockkeeper.model");

    @ArchTest
    static final ArchRule NO_MORE_THAN_FIVE_CLASSES_FORM_A_CYCLE =
            CycleRules.classesFormNoCycleOfMoreThan(5, "io.lockkeeper.model");

    @ArchTest
    static final ArchRule IT_KNOWS_THE_DRIVER_AND_NOTHING_OF_THE_OTHER_MODULES = LibraryRules.usesNothingBut(
            "java..", "org.bson..", "com.mongodb..", "org.jspecify..", "io.lockkeeper.model..");
}
