@NullMarked
package io.lockkeeper.host.session;

import org.jspecify.annotations.NullMarked;
