/** What breaks while clients work. */
@NullMarked
package io.lockkeeper.faults.nemesis;

import org.jspecify.annotations.NullMarked;
