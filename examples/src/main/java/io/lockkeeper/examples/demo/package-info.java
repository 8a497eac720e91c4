/** The services of the demo, each a process with an agent of its own. */
@NullMarked
package io.lockkeeper.examples.demo;

import org.jspecify.annotations.NullMarked;
