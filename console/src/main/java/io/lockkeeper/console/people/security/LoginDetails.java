package io.lockkeeper.console.people.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The facts about the client of a login request.
 *
 * @param address the address of the client
 * @param entry through which door
 * @param deviceTokens the browser's tokens of earlier logins, at this console or others of its host, not yet verified
 */
record LoginDetails(String address, Client.Entry entry, List<String> deviceTokens) {

    private static final int MOST_TOKENS = 5;

    static LoginDetails ofPage(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.PAGE, deviceTokens(request));
    }

    static LoginDetails ofBasic(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.BASIC, List.of());
    }

    static LoginDetails ofProvider(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.PROVIDER, List.of());
    }

    static LoginDetails ofProxy(HttpServletRequest request) {
        return new LoginDetails(request.getRemoteAddr(), Client.Entry.PROXY, List.of());
    }

    private static List<String> deviceTokens(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return Stream.ofNullable(cookies)
                .flatMap(Arrays::stream)
                .filter(cookie -> cookie.getName().startsWith(KnownDevices.COOKIE))
                .limit(MOST_TOKENS)
                .map(Cookie::getValue)
                .toList();
    }
}
