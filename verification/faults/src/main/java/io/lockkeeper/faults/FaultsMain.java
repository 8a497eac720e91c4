package io.lockkeeper.faults;

import io.lockkeeper.faults.cluster.Network;
import io.lockkeeper.faults.comparison.Comparison;
import io.lockkeeper.faults.nemesis.Fault;
import io.lockkeeper.faults.nemesis.Nemesis;
import io.lockkeeper.faults.report.Findings;
import io.lockkeeper.faults.report.Page;
import io.lockkeeper.faults.report.TextReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code ./lockkeeper faults}: everything breaks, and the lock is held against what it promises. Ends with 1 if a promise was broken. */
final class FaultsMain {

    static {
        System.setProperty("logback.configurationFile", "logback-faults.xml");
    }

    private static final Logger log = LoggerFactory.getLogger(FaultsMain.class);
    private static final int MEMBERS = 3;

    private FaultsMain() {}

    public static void main(String[] args) throws Exception {
        Options options = options(args);
        if (options.list()) {
            System.out.println(Catalogue.text());
            return;
        }
        if (options.languages() && !Languages.areHere()) {
            System.err.println("--languages needs node and python3 on the path.");
            System.exit(2);
        }
        Network network = Network.best(MEMBERS);
        if (options.peers()) {
            System.exit(compare(network, options));
        }
        Proof proof = new Proof(options::isAsked);
        List<Fault> faults = chosen(options, network, proof);
        log.info("Seed {}", options.seed());
        List<String> failures = new ArrayList<>(proof.run(network));
        failures.addAll(ServerClocks.run(network, options));
        if (options.languages()) {
            failures.addAll(Control.run(network, options));
        }
        Findings findings = faults.isEmpty() ? new Findings() : new Mixed(options, network, faults, Control.NONE).run();
        Page.write(
                options.page(),
                String.format(
                        Locale.ROOT, "%d minutes, seed %d", options.duration().toMinutes(), options.seed()),
                findings);
        System.out.println(TextReport.of(findings));
        failures.forEach(System.out::println);
        System.out.println("The page: " + options.page());
        System.exit(findings.violations().isEmpty() && failures.isEmpty() ? 0 : 1);
    }

    private static int compare(Network network, Options options) throws InterruptedException {
        try {
            return Comparison.run(network, options.only()) ? 0 : 1;
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return 2;
        }
    }

    private static Options options(String... args) {
        try {
            return Options.of(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println("Understood are: --minutes N, --only NAME[,NAME...], --seed N, --lasting SECONDS,"
                    + " --default-elections, --page FILE, --peers, --languages, --list");
            System.exit(2);
            throw e;
        }
    }

    private static List<Fault> chosen(Options options, Network network, Proof proof) {
        List<Fault> asked = Nemesis.known().stream()
                .filter(each -> options.isAsked(each.name()) || options.isAsked(Options.MIXED))
                .filter(each -> options.languages() || each.needs() != Fault.Needs.HOST_AGENT)
                .toList();
        boolean clocks = options.isAsked(ServerClocks.BEHIND) || options.isAsked(ServerClocks.AHEAD);
        if (asked.isEmpty() && proof.isEmpty() && !clocks) {
            String known = Nemesis.known().stream().map(Fault::name).collect(Collectors.joining(", "));
            System.err.println("There is no fault, scenario or mutant " + options.only() + "; faults are: " + known);
            System.exit(2);
        }
        asked.stream()
                .filter(each -> !Nemesis.isPossible(each, network))
                .forEach(each -> System.out.println("Left out: " + each.name() + ", which needs " + each.needs()));
        return asked.stream().filter(each -> Nemesis.isPossible(each, network)).toList();
    }
}
