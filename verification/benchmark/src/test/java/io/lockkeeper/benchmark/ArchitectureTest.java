package io.lockkeeper.benchmark;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import io.lockkeeper.test.HouseRules;

@AnalyzeClasses(
        packages = "io.lockkeeper.benchmark",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NotGenerated.class})
class ArchitectureTest {
    @ArchTest
    static final ArchTests HOUSE_RULES = ArchTests.in(HouseRules.class);

    /** JMH writes classes around the benchmarks. */
    static final class NotGenerated implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/jmh_generated/");
        }
    }
}
