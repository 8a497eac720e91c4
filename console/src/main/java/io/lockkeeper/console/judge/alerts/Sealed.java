package io.lockkeeper.console.judge.alerts;

import org.bson.types.Binary;

/**
 * Something encrypted.
 *
 * @param key which key it was encrypted with, by a fingerprint
 * @param bytes the nonce, and what AES-GCM made of it
 */
record Sealed(String key, Binary bytes) {}
