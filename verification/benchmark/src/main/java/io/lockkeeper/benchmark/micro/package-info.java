/** What costs processor time alone, measured with JMH. */
@NullMarked
package io.lockkeeper.benchmark.micro;

import org.jspecify.annotations.NullMarked;
