package io.lockkeeper.console.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What a request to log in says about its client.
 *
 * @param address the address of the client
 * @param entry through which door
 * @param deviceToken what the browser keeps of an earlier login, not yet verified; empty for nothing
 */
record LoginDetails(String address, Client.Entry entry, String deviceToken) {

    static LoginDetails ofPage(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.PAGE, deviceToken(request));
    }

    static LoginDetails ofBasic(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.BASIC, "");
    }

    static LoginDetails ofProvider(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.PROVIDER, "");
    }

    static LoginDetails ofProxy(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.PROXY, "");
    }

    private static String deviceToken(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return Stream.ofNullable(cookies)
                .flatMap(Arrays::stream)
                .filter(cookie -> cookie.getName().equals(KnownDevices.COOKIE))
                .map(Cookie::getValue)
                .findFirst()
                .orElse("");
    }
}
