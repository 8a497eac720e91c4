package io.lockkeeper.console.people.security;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * The headers in which a trusted proxy says who somebody is.
 *
 * @param user the header with the name; empty if no proxy is trusted with it
 * @param groups the header with the groups; empty for none
 */
@Component
record ProxyHeaders(
        @Value("${lockkeeper.login.header:}") String user,
        @Value("${lockkeeper.login.groups-header:}") String groups) {}
