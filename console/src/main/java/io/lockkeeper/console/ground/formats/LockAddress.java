package io.lockkeeper.console.ground.formats;

import io.lockkeeper.console.ground.scope.LockId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A lock's name as one segment of an address. Letters, digits and {@code - _ : . =} stand for themselves, any other byte of the name's
 * UTF-8 becomes {@code ~} and two hex digits: percent signs, slashes and segments of dots are refused or normalised by servers and proxies
 * on the way. An empty name, which documents can have, is a single {@code ~}.
 */
public final class LockAddress {

    /** The parameter of an address that names a source; of the first collection there is none. */
    public static final String SOURCE = "source";

    /** The console's first collection, in addresses of the API, which name each lock's source. */
    public static final String FIRST = "-";

    private static final String PLAIN = "-_:.=";
    private static final char ESCAPE = '~';
    private static final String EMPTY = "~";

    private LockAddress() {}

    public static String of(String name) {
        StringBuilder address = new StringBuilder();
        for (byte part : name.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(part) && !(part == '.' && address.isEmpty())) {
                address.append((char) part);
            } else {
                address.append(ESCAPE).append(HexFormat.of().toHexDigits(part));
            }
        }
        return address.isEmpty() ? EMPTY : address.toString();
    }

    /** The address of an optional name; an empty text is none. */
    public static String ofOptional(String name) {
        return name.isEmpty() ? "" : of(name);
    }

    /** The lock whose source and name have these addresses in the API. */
    public static LockId lock(String source, String name) {
        return new LockId(sourceOf(source), nameOf(name));
    }

    /** The id of the source that has this address in the API. */
    public static String sourceOf(String address) {
        return address.equals(FIRST) ? LockId.FIRST : nameOf(address);
    }

    /** The list of a source's locks. */
    public static String list(String source) {
        return "locks" + of(source, "?");
    }

    /** The address of the list with the lock open beside it. */
    public static String page(LockId lock) {
        return "locks/" + of(lock.name()) + of(lock.source(), "?");
    }

    /** The lock on a page of its own. */
    public static String whole(LockId lock) {
        return "lock/" + of(lock.name()) + of(lock.source(), "?");
    }

    /** The source as a parameter of an address; the first collection needs none. */
    private static String of(String source, String before) {
        return source.isEmpty() ? "" : before + SOURCE + "=" + of(source);
    }

    /** The page Findings, where those of the lock come first. */
    public static String findings(LockId lock) {
        return asked("findings", lock);
    }

    /** The page Waits, narrowed to what concerns the lock. */
    public static String waits(LockId lock) {
        return asked("waits", lock);
    }

    private static String asked(String page, LockId lock) {
        return page + "?lock=" + of(lock.name()) + of(lock.source(), "&");
    }

    /**
     * The name that an address stands for. It may also be written as browsers and people write addresses, with percent signs; an address in
     * neither form is taken as it is.
     */
    public static String nameOf(String address) {
        if (address.equals(EMPTY)) {
            return "";
        }
        byte[] given = address.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        for (int i = 0; i < given.length; i++) {
            boolean escaped = isEscape(given[i]) && i + 2 < given.length && isHex(given[i + 1]) && isHex(given[i + 2]);
            name.write(
                    escaped ? Integer.parseInt(new String(given, i + 1, 2, StandardCharsets.US_ASCII), 16) : given[i]);
            i += escaped ? 2 : 0;
        }
        return name.toString(StandardCharsets.UTF_8);
    }

    private static boolean isEscape(byte part) {
        return part == ESCAPE || part == '%';
    }

    private static boolean isPlain(byte part) {
        return (part >= 'a' && part <= 'z')
                || (part >= 'A' && part <= 'Z')
                || (part >= '0' && part <= '9')
                || PLAIN.indexOf(part) >= 0;
    }

    private static boolean isHex(byte part) {
        return Character.digit(part, 16) >= 0;
    }
}
