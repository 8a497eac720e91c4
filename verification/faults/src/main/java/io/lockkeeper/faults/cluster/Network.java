package io.lockkeeper.faults.cluster;

import io.lockkeeper.test.Place;
import java.util.Map;

/** The network between the members of a replica set and their clients. */
public sealed interface Network permits Loopback, Namespaces, OneMemberApart {

    /** Where a member runs. */
    Place member(int member);

    /** Where the clients run. */
    Place clients();

    /** Whether links can be cut; the faults that need it are left out otherwise. */
    boolean canCut();

    /** Silently drops all traffic between two members. */
    void cut(int one, int other);

    /** Silently drops all traffic between a member and the clients. */
    void cutFromClients(int member);

    void heal();

    /** The same, where one member's process has further variables. */
    default Network with(int member, Map<String, String> variables) {
        return new OneMemberApart(this, member, variables);
    }

    /** The best that there is here: namespaces if the launcher has made this process their lord, else loopback ports. */
    static Network best(int members) {
        return System.getenv(Namespaces.VARIABLE) == null ? new Loopback() : Namespaces.prepare(members);
    }
}
