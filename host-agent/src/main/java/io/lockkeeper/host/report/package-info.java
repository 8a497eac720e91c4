/** What operators see of a host agent: counts, metrics, health, and the list of the processes that it serves. */
@NullMarked
package io.lockkeeper.host.report;

import org.jspecify.annotations.NullMarked;
