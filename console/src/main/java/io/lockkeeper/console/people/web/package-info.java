/** What every request passes before a page sees it: limits, headers, proxies. */
@NullMarked
package io.lockkeeper.console.people.web;

import org.jspecify.annotations.NullMarked;
