package io.lockkeeper.console.people.web;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** The network of an IPv6 address. */
final class Ipv6Network {

    private static final int BYTES = 8;

    private Ipv6Network() {}

    /** The /64 of a literal IPv6 address: what one customer gets, and may change within as often as they like. */
    static String of(String literal) {
        try {
            byte[] address = InetAddress.getByName(literal).getAddress();
            return address.length < BYTES ? literal : HexFormat.of().formatHex(Arrays.copyOf(address, BYTES));
        } catch (UnknownHostException e) {
            return literal;
        }
    }
}
