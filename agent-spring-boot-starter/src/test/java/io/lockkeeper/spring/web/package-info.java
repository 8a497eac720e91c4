@NullMarked
package io.lockkeeper.spring.web;

import org.jspecify.annotations.NullMarked;
