package io.lockkeeper.console.ground.store;

import org.bson.Document;
import org.springframework.core.convert.converter.Converter;

/**
 * Reads one kind of documents of the console's own data. It reads each of them: what somebody has written by hand, or a later
 * version, must not keep the others from being read with it.
 */
public interface StoredForm<T> extends Converter<Document, T> {}
