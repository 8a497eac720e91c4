package io.lockkeeper.micronaut;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.lockkeeper.test.TestRules;

@AnalyzeClasses(packages = "io.lockkeeper.micronaut", importOptions = ImportOption.OnlyIncludeTests.class)
class TestArchitectureTest {
    @ArchTest
    static final ArchTests TEST_RULES = ArchTests.in(TestRules.class);
}
