/** What a developer reads when a service does not start for the starter's sake. */
@NullMarked
package io.lockkeeper.spring.startup;

import org.jspecify.annotations.NullMarked;
