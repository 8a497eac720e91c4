package io.lockkeeper.simulation.world;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Agents of the version before, which know nothing of kept leases: they ask for none, and neither send recalls nor hear of blocks of tokens.
 * Their names tell them from others. Their changes of a document are those of the current version.
 */
public final class OlderAgents {

    private OlderAgents() {}

    /** The name of the agent of that number. */
    public static String name(int number) {
        return "old" + number;
    }

    /** Whether the agent is one, or that whose name an acquirer or a stamp begins with. */
    public static boolean isOne(String agent) {
        return agent.startsWith("old");
    }

    /** What others hear of a change: an older agent recalls no lease, and tells of one token. */
    static String heard(String wake) {
        return isOne(wake)
                ? Stream.of(wake.split(" ", -1))
                        .filter(word -> !word.endsWith("?"))
                        .map(word -> word.replaceFirst("[+].*", ""))
                        .collect(Collectors.joining(" "))
                : wake;
    }
}
