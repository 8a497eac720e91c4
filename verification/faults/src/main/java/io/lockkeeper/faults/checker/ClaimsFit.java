package io.lockkeeper.faults.checker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Claims never overlap by weight. Whom an operator evicted now is no claim from then on: that is what it risks. */
final class ClaimsFit implements Rule {

    static final String NAME = "claims never overlap";

    @Override
    public List<Violation> check(Past past) {
        return past
                .claims()
                .map(claim -> untilEvictedNow(past, claim))
                .filter(claim -> claim.until() > claim.from())
                .collect(Collectors.groupingBy(claim -> claim.asked().lock()))
                .values()
                .stream()
                .flatMap(ClaimsFit::sweep)
                .toList();
    }

    private static Claim untilEvictedNow(Past past, Claim claim) {
        return past.evictions(claim.asked().lock(), claim.token())
                .filter(each -> each.way().equals("NOW"))
                .findFirst()
                .map(each -> claim.endingBy(each.at()))
                .orElse(claim);
    }

    private static Stream<Violation> sweep(List<Claim> claims) {
        List<Violation> found = new ArrayList<>();
        PriorityQueue<Claim> open = new PriorityQueue<>(Comparator.comparingLong(Claim::until));
        for (Claim claim :
                claims.stream().sorted(Comparator.comparingLong(Claim::from)).toList()) {
            while (!open.isEmpty() && open.peek().until() <= claim.from()) {
                open.poll();
            }
            open.add(claim);
            if (weight(open) > capacity(open) || areOfTwoKinds(open)) {
                found.add(violation(claim, open));
            }
        }
        return found.stream();
    }

    private static long weight(Collection<Claim> open) {
        return open.stream().mapToLong(each -> each.asked().weight()).sum();
    }

    private static long capacity(Collection<Claim> open) {
        return open.stream().mapToLong(each -> each.asked().capacity()).min().orElseThrow();
    }

    /** A lock that is in use is of one kind. */
    private static boolean areOfTwoKinds(Collection<Claim> open) {
        return open.stream().map(each -> each.asked().capacity()).distinct().count() > 1;
    }

    private static Violation violation(Claim last, Collection<Claim> open) {
        long together = open.stream().mapToLong(Claim::until).min().orElseThrow() - last.from();
        String who = open.stream().map(Claim::text).collect(Collectors.joining(" and "));
        return new Violation(
                NAME,
                last.from(),
                String.format(
                        Locale.ROOT,
                        "%s was held for %d ms by %s at once",
                        last.asked().lock(),
                        together / 1_000_000,
                        who));
    }
}
