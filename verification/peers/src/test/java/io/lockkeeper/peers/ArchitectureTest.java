package io.lockkeeper.peers;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.lockkeeper.test.HouseRules;

@AnalyzeClasses(packages = "io.lockkeeper.peers", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);
}
