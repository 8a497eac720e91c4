package io.lockkeeper.console.people.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The origin of a login.
 *
 * @param address the address of the client
 * @param entry through which door
 * @param device the id of a browser in which the account's owner has logged in before
 */
record Client(String address, Entry entry, Optional<String> device) {

    private static final int PREFIX_BYTES = 8;

    enum Entry {
        PAGE("login page"),
        BASIC("HTTP Basic"),
        CONFIRMATION("own password page"),
        TOKEN("API token"),
        PROVIDER("identity provider"),
        PROXY("proxy");

        private final String words;

        Entry(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /**
     * The unit that counts as one address: for IPv6 the network, in which each client has 2^64 addresses. A text with a colon is never
     * looked up as a host's name.
     */
    String network() {
        if (address.indexOf(':') < 0) {
            return address;
        }
        try {
            byte[] parsed = InetAddress.getByName(address).getAddress();
            return HexFormat.of().formatHex(Arrays.copyOf(parsed, Math.min(parsed.length, PREFIX_BYTES)));
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
