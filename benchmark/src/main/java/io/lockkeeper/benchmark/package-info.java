/** What a lock costs beside the plainest thing that the bare driver can do in its place. */
@NullMarked
package io.lockkeeper.benchmark;

import org.jspecify.annotations.NullMarked;
