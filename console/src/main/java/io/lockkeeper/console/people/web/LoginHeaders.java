package io.lockkeeper.console.people.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.util.NetMask;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.http.MimeHeaders;

/**
 * Takes the headers in which a trusted proxy says who somebody is out of every request that comes from anywhere else, before
 * anybody reads them. It stands in front of the valve that replaces the proxy's address by the visitor's.
 */
final class LoginHeaders extends ValveBase {

    private final List<String> names;
    private final List<NetMask> proxies;

    LoginHeaders(List<String> names, List<String> proxies) {
        super(true);
        this.names = names;
        this.proxies = proxies.stream().map(NetMask::new).toList();
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (!isTrusted(request.getRemoteAddr())) {
            MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
            names.forEach(headers::removeHeader);
        }
        getNext().invoke(request, response);
    }

    /** The address of a connection is a literal, which is looked up nowhere. */
    private boolean isTrusted(String address) throws IOException {
        InetAddress peer = InetAddress.getByName(address);
        return proxies.stream().anyMatch(proxy -> proxy.matches(peer));
    }
}
