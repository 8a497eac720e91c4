package io.lockkeeper.commandline.host;

import io.lockkeeper.commandline.Plain;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The address at which the host agent serves its metrics: {@code 9464}, {@code 0.0.0.0:9464}, {@code [::]:9464}. */
final class MetricsAddress implements ITypeConverter<InetSocketAddress> {

    private static final Pattern FORM = Pattern.compile("(?:(\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+):)?(\\d{1,5})");
    private static final int LAST_PORT = 65_535;

    @Override
    public InetSocketAddress convert(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches() || Integer.parseInt(parts.group(2)) > LAST_PORT) {
            throw new TypeConversionException(
                    "\"%s\" is no port and no address with a port; write for example 9464 or 0.0.0.0:9464"
                            .formatted(Plain.text(text)));
        }
        return new InetSocketAddress(address(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    private static InetAddress address(@Nullable String name) {
        try {
            return InetAddress.getByName(name == null ? "127.0.0.1" : name);
        } catch (UnknownHostException e) {
            throw new TypeConversionException("No address is known by \"%s\"".formatted(Plain.text(name)));
        }
    }

    static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
