package io.lockkeeper.faults.cluster;

import io.lockkeeper.test.Place;
import java.util.Locale;

/**
 * A network namespace a member and one for the clients, each joined by a pair of virtual interfaces to the one in which this
 * process runs, which routes between them and drops what is cut. A packet that is dropped on its way is what a broken switch
 * does: both ends wait. This process itself reaches everybody, always. All of it goes with the namespace of this process, which
 * the launcher makes with {@code unshare}.
 */
final class Namespaces implements Network {

    /** Set by the launcher for a process that may make namespaces. */
    static final String VARIABLE = "LOCKKEEPER_NAMESPACES";

    private static final int CLIENTS = 9;
    private static final int CUT = 100;

    private int rules;

    private Namespaces() {}

    static Namespaces prepare(int members) {
        Shell.run("mount", "-t", "tmpfs", "tmpfs", "/run");
        Shell.run("ip", "link", "set", "lo", "up");
        Shell.run("sysctl", "-q", "-w", "net.ipv4.ip_forward=1");
        for (int member = 0; member < members; member++) {
            join(member);
        }
        join(CLIENTS);
        return new Namespaces();
    }

    @Override
    public Place member(int member) {
        return Place.namespace(name(member), address(member));
    }

    @Override
    public Place clients() {
        return Place.namespace(name(CLIENTS), address(CLIENTS));
    }

    @Override
    public boolean canCut() {
        return true;
    }

    @Override
    public void cut(int one, int other) {
        drop(one, other);
        drop(other, one);
    }

    @Override
    public void cutFromClients(int member) {
        cut(member, CLIENTS);
    }

    @Override
    public void heal() {
        for (; rules > 0; rules--) {
            Shell.run("ip", "rule", "del", "priority", Integer.toString(CUT));
        }
    }

    private void drop(int from, int to) {
        Shell.run(
                "ip",
                "rule",
                "add",
                "from",
                address(from),
                "to",
                address(to),
                "blackhole",
                "priority",
                Integer.toString(CUT));
        rules++;
    }

    private static void join(int node) {
        String here = "to-" + name(node);
        Shell.run("ip", "netns", "add", name(node));
        Shell.run("ip", "link", "add", here, "type", "veth", "peer", "name", "net", "netns", name(node));
        Shell.run("ip", "addr", "add", gateway(node) + "/30", "dev", here);
        Shell.run("ip", "link", "set", here, "up");
        Shell.run("ip", "-n", name(node), "addr", "add", address(node) + "/30", "dev", "net");
        Shell.run("ip", "-n", name(node), "link", "set", "net", "up");
        Shell.run("ip", "-n", name(node), "link", "set", "lo", "up");
        Shell.run("ip", "-n", name(node), "route", "add", "default", "via", gateway(node));
    }

    private static String name(int node) {
        return node == CLIENTS ? "clients" : "member-" + node;
    }

    private static String gateway(int node) {
        return String.format(Locale.ROOT, "10.99.%d.1", node);
    }

    private static String address(int node) {
        return String.format(Locale.ROOT, "10.99.%d.2", node);
    }
}
