/** Benchmarks of processor time only, with JMH. */
@NullMarked
package io.lockkeeper.benchmark.micro;

import org.jspecify.annotations.NullMarked;
