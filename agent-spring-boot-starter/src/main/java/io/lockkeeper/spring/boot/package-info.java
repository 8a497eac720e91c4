/** The starter: an agent, and what belongs to it, as beans of a Spring Boot service. */
@NullMarked
package io.lockkeeper.spring.boot;

import org.jspecify.annotations.NullMarked;
