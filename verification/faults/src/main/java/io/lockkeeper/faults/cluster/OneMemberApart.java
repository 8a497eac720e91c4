package io.lockkeeper.faults.cluster;

import io.lockkeeper.test.Place;
import java.util.Map;

/** A network one of whose members runs with variables of its own. */
record OneMemberApart(Network network, int apart, Map<String, String> variables) implements Network {

    @Override
    public Place member(int member) {
        Place place = network.member(member);
        return member == apart ? place.with(variables) : place;
    }

    @Override
    public Place clients() {
        return network.clients();
    }

    @Override
    public boolean canCut() {
        return network.canCut();
    }

    @Override
    public void cut(int one, int other) {
        network.cut(one, other);
    }

    @Override
    public void cutFromClients(int member) {
        network.cutFromClients(member);
    }

    @Override
    public void heal() {
        network.heal();
    }
}
