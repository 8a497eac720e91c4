package io.lockkeeper.model;

/**
 * The condition that a document is a lock, as an expression of the server: each field that a step reads or copies has its type and is
 * within the bounds of {@link StoredFields} and {@link StoredTimes}. A document that a person or a program has damaged stays as it is until
 * it is healed.
 *
 * <p>The server parses each expression for each change. So one sum, one text, one smallest and one largest value judge several fields: a
 * field of another type makes the sum or the text fail, and with it the update; a missing one makes them null; and values of other types
 * are smaller or larger than any number or date.
 *
 * <p>Texts are only copied, and only out of leases and of the waiter that is granted: of the waiters, only the first is judged by them. A
 * damaged one comes first before it is granted; of several that one change grants, a later one is refused by the next change.
 */
final class SoundLock {

    static final String EARLIEST = "{ $date: { $numberLong: '" + StoredTimes.FIRST.toEpochMilli() + "' } }";
    static final String LATEST = "{ $date: { $numberLong: '" + StoredTimes.LAST.toEpochMilli() + "' } }";

    private static final String ENTRY = """
            { $and: [
                { $strLenBytes: '$$e.acquirer' },
                { $isNumber: { $add: [ '$$e.weight', '$$e.ttl', { $subtract: ['$$e.expiresAt', '$$e.updatedAt'] },
                    { $subtract: [ '$$e.expiresAt', { $ifNull: ['$$e.acquiredAt', '$$e.since'] } ] },
                    { $ifNull: [ '$$e.token', { $cond: ['$$e.since', 0, null] } ] } ] } },
                { $gte: [ { $min: ['$$e.expiresAt', '$$e.updatedAt', '$$e.acquiredAt', '$$e.since'] }, EARLIEST ] },
                { $lte: [ { $max: ['$$e.expiresAt', '$$e.updatedAt', '$$e.acquiredAt', '$$e.since'] }, LATEST ] },
                { $gte: [ { $min: ['$$e.weight', '$$e.token', '$$e.keep', '$$e.tokens'] }, 1 ] },
                { $gte: ['$$e.ttl', 0] }, { $lte: [ { $max: ['$$e.ttl', '$$e.keep'] }, LONGEST ] },
                { $lte: ['$$e.token', '$token'] }, { $lte: ['$$e.tokens', MOST_TOKENS] },
                { $cond: [ '$$e.paused', { $eq: ['$$e.weight', PAUSED] }, { $lte: ['$$e.weight', '$capacity'] } ] },
                { $setIsSubset: [ [ { $type: '$$e.evicted' }, { $type: '$$e.paused' } ], { $literal: ['missing', 'object'] } ] },
                { $or: [ { $and: [ '$$e.since', { $ne: ['$$e.acquirer', '$$first'] } ] }, { $and: [ { $isNumber: '$$e.owner.pid' },
                    { $strLenBytes: { $concat: [ '$$e.stamp', '$$e.owner.agent', '$$e.owner.service', '$$e.owner.instance',
                        '$$e.owner.host', '$$e.owner.thread', '$$e.owner.note' ] } } ] } ] } ] }
            """;

    /** The condition as JSON. It fails or is false where a field is not sound. */
    static final String IS_SOUND = """
            { $and: [
                { $gte: ['$capacity', 1] }, { $lte: ['$capacity', MOST] }, { $gte: ['$token', 0] }, { $lte: ['$token', LAST_TOKEN] },
                { $gte: ['$expiresAt', EARLIEST] }, { $lte: ['$expiresAt', LATEST] },
                { $let: { vars: { first: { $arrayElemAt: ['$queue.acquirer', 0] } }, in: {
                    $allElementsTrue: { $map: { input: { $concatArrays: ['$holders', '$queue'] }, as: 'e', in: ENTRY } } } } } ] }
            """.replace("ENTRY", ENTRY)
            .replace("EARLIEST", EARLIEST)
            .replace("LATEST", LATEST)
            .replace("LONGEST", Long.toString(StoredTimes.LONGEST.toMillis()))
            .replace("MOST_TOKENS", Integer.toString(Keep.MAX_TOKENS))
            .replace("MOST", Integer.toString(Integer.MAX_VALUE))
            .replace("LAST_TOKEN", Long.toString(StoredFields.MAX_TOKEN))
            .replace("PAUSED", Integer.toString(Pause.WEIGHT));

    private SoundLock() {}
}
