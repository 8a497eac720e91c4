/** What one process has: its waits, its leases, and until when it may believe in them. */
@NullMarked
package io.lockkeeper.host.session;

import org.jspecify.annotations.NullMarked;
