package io.lockkeeper.commandline.doctor;

import io.lockkeeper.commandline.Json;
import io.lockkeeper.commandline.Plain;
import io.lockkeeper.commandline.doctor.Finding.Verdict;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What a proof measured: a row of the table of deployments. What could not be measured is zero.
 *
 * @param wakes how agents were woken
 * @param handOff from the release in one process to the grant in another, p50
 * @param pair a lock and its release, p50
 * @param bare two bare writes of the driver, p50
 * @param perWait commands a second of an agent that waits
 */
record ProofFigures(String wakes, Duration handOff, Duration pair, Duration bare, double perWait) {

    /** In Markdown: product, works, rests on, woken by, hand-off, pair and its ratio to the bare one, commands a second of a waiting agent. */
    String row(List<Finding> findings) {
        return "| %s | %s | by a user, %s | %s | %s | %s, %s × | %s |"
                .formatted(
                        product(findings),
                        failed(findings).isEmpty() ? "works" : "fails: " + failed(findings),
                        LocalDate.now(ZoneOffset.UTC),
                        wakes,
                        millis(handOff),
                        millis(pair),
                        number(bare.isZero() ? 0 : pair.toNanos() / (double) bare.toNanos()),
                        number(perWait));
    }

    Json json(List<Finding> findings) {
        return new Json()
                .with("product", product(findings))
                .with("failed", failed(findings))
                .with("wakes", wakes)
                .with("handOffMicros", handOff.toNanos() / 1_000)
                .with("pairMicros", pair.toNanos() / 1_000)
                .with("bareMicros", bare.toNanos() / 1_000)
                .with("waitingCommandsPerMinute", Math.round(60 * perWait));
    }

    private static String product(List<Finding> findings) {
        return findings.stream()
                .filter(each -> each.check().equals("version"))
                .map(each -> Plain.text(each.found()).replace("|", "/"))
                .findFirst()
                .orElse("unknown");
    }

    private static String failed(List<Finding> findings) {
        return findings.stream()
                .filter(each -> each.verdict() == Verdict.FAILED)
                .map(Finding::check)
                .collect(Collectors.joining(", "));
    }

    static String millis(Duration time) {
        return String.format(Locale.ROOT, time.toMillis() < 10 ? "%.1f ms" : "%.0f ms", time.toNanos() / 1e6);
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
