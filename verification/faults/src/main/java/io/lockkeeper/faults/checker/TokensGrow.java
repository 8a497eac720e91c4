package io.lockkeeper.faults.checker;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** No token is given out twice, and a lease that was asked for after another was granted has the greater one. */
final class TokensGrow implements Rule {

    static final String NAME = "tokens grow";

    @Override
    public List<Violation> check(Past past) {
        return past
                .claims()
                .filter(claim -> !isOfOneEvictedNow(past, claim))
                .collect(Collectors.groupingBy(claim -> claim.asked().lock()))
                .values()
                .stream()
                .flatMap(claims -> Stream.concat(repeated(claims), fallen(claims)))
                .toList();
    }

    /** Of a lease that an operator had evicted now before: its agent, which kept it, had not heard of that. */
    private static boolean isOfOneEvictedNow(Past past, Claim claim) {
        return past.evictions(claim.asked().lock(), claim.token())
                .anyMatch(each -> each.way().equals("NOW") && each.at() <= claim.from());
    }

    private static Stream<Violation> repeated(List<Claim> claims) {
        return claims.stream().collect(Collectors.groupingBy(Claim::token)).values().stream()
                .filter(same -> same.size() > 1)
                .map(same -> new Violation(
                        NAME,
                        same.getFirst().from(),
                        "one token of %s was given out to %s"
                                .formatted(
                                        same.getFirst().asked().lock(),
                                        same.stream().map(Claim::text).collect(Collectors.joining(" and to ")))));
    }

    private static Stream<Violation> fallen(List<Claim> claims) {
        List<Claim> byGrant =
                claims.stream().sorted(Comparator.comparingLong(Claim::from)).toList();
        List<Violation> found = new ArrayList<>();
        Claim greatest = null;
        int granted = 0;
        for (Claim claim : claims.stream()
                .sorted(Comparator.comparingLong(each -> each.asked().at()))
                .toList()) {
            while (granted < byGrant.size()
                    && byGrant.get(granted).from() < claim.asked().at()) {
                Claim before = byGrant.get(granted++);
                greatest = greatest == null || before.token() > greatest.token() ? before : greatest;
            }
            if (greatest != null && claim.token() < greatest.token()) {
                found.add(
                        new Violation(NAME, claim.from(), "%s came after %s".formatted(claim.text(), greatest.text())));
            }
        }
        return found.stream();
    }
}
