/** A lock without a server: what the pipelines do, in plain Java. */
@NullMarked
package io.lockkeeper.model.memory;

import org.jspecify.annotations.NullMarked;
