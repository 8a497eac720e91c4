/** Console and agent over TLS, each as a user with its own role and no more. */
@NullMarked
package io.lockkeeper.console.wire;

import org.jspecify.annotations.NullMarked;
