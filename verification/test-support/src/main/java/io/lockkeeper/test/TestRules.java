package io.lockkeeper.test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Disabled;
import org.junit.platform.commons.annotation.Testable;

/** What holds for the tests of every module. */
public final class TestRules {
    @ArchTest
    public static final ArchRule THE_RUNNER_FINDS_EVERY_TEST = classes()
            .that()
            .areTopLevelClasses()
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .and(describe(
                    "contain tests",
                    type -> type.getMembers().stream().anyMatch(member -> member.isMetaAnnotatedWith(Testable.class))))
            .should()
            .haveNameMatching(".*(Test|IT)")
            .because("a class of another name is never run, and the build is green forever");

    @ArchTest
    public static final ArchRule NO_TEST_IS_SWITCHED_OFF =
            noMethods().should().beAnnotatedWith(Disabled.class).allowEmptyShould(true);

    @ArchTest
    public static final ArchRule NO_TEST_CLASS_IS_SWITCHED_OFF =
            noClasses().should().beAnnotatedWith(Disabled.class);

    @ArchTest
    public static final ArchRule NO_TEST_SLEEPS = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", Duration.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class)
            .because("a test waits for something, with Awaitility or a latch");

    private TestRules() {}
}
