/** The HTTP answers of a web application to requests whose lock was refused. */
@NullMarked
package io.lockkeeper.spring.web;

import org.jspecify.annotations.NullMarked;
