/** What a web application answers to a request that was refused its lock. */
@NullMarked
package io.lockkeeper.spring.web;

import org.jspecify.annotations.NullMarked;
