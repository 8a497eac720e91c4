package io.lockkeeper.model;

import static io.lockkeeper.model.SettleStages.stages;

import java.util.List;
import org.bson.BsonDocument;

/** Steps 3 and 4 of a change: see {@link SettleSteps}. */
final class GrantSteps {

    // Step 3. Promote from the head of the queue while weights fit. The calling acquirer gets its ttl, any other the
    // claim time. The calling acquirer may keep an exclusive lock that has no other waiter. For that, and for a cohort,
    // it gets a block of tokens, the last of which is at most a minute ahead of the clock.
    static final List<BsonDocument> PROMOTE = stages("""
            { $set: {
                'ask.free': { $subtract: [ '$capacity', { $sum: '$holders.weight' } ] },
                'ask.token': { $max: [
                    { $add: ['$token', 1] },
                    { $multiply: [ { $toLong: '$$NOW' }, { $literal: { $numberLong: '1000' } } ] }
                ] }
            } }
            """, """
            { $set: { 'ask.promoted': { $reduce: {
                input: { $cond: [ { $gt: ['$ask.free', 0] }, '$queue', [] ] },
                initialValue: { count: 0, free: '$ask.free', open: true },
                in: { $cond: [
                    { $and: [ '$$value.open', { $lte: ['$$this.weight', '$$value.free'] } ] },
                    {
                        count: { $add: ['$$value.count', 1] },
                        free: { $subtract: ['$$value.free', '$$this.weight'] },
                        open: true
                    },
                    { count: '$$value.count', free: '$$value.free', open: false }
                ] }
            } } } }
            """, """
            { $set: { 'ask.granted': { $map: {
                input: { $range: [0, '$ask.promoted.count'] },
                as: 'i',
                in: { $let: {
                    vars: { e: { $arrayElemAt: ['$queue', '$$i'] } },
                    in: { $let: {
                        vars: {
                            at: { $max: [ { $add: ['$$e.updatedAt', 1] }, '$$NOW' ] },
                            asks: { $in: ['$$e.acquirer', '$ask.acquirers'] }
                        },
                        in: { $let: {
                            vars: {
                                keeps: { $and: [
                                    '$$asks',
                                    { $gt: ['$$e.keep', null] },
                                    { $eq: ['$capacity', 1] },
                                    { $eq: [ { $size: '$queue' }, '$ask.promoted.count' ] }
                                ] },
                                hands: { $and: [ '$$e.cohort', { $eq: ['$capacity', 1] } ] }
                            },
                            in: {
                                acquirer: '$$e.acquirer',
                                weight: '$$e.weight',
                                token: { $add: ['$ask.token', '$$i'] },
                                ttl: '$$e.ttl',
                                acquiredAt: '$$at',
                                updatedAt: '$$at',
                                expiresAt: { $add: [ '$$at', { $cond: [
                                    '$$asks',
                                    '$$e.ttl',
                                    { $min: ['$$e.ttl', CLAIM_TIME] }
                                ] } ] },
                                stamp: '$$e.stamp',
                                owner: '$$e.owner',
                                keep: { $cond: ['$$keeps', '$$e.keep', '$$REMOVE'] },
                                tokens: { $cond: [
                                    { $or: ['$$keeps', '$$hands'] },
                                    { $toInt: { $max: [ 1, { $min: [ '$$e.tokens', MAX_TOKENS, { $add: [
                                        { $subtract: [
                                            { $multiply: [
                                                { $literal: { $numberLong: '1000' } },
                                                { $toLong: '$$NOW' }
                                            ] },
                                            '$ask.token'
                                        ] },
                                        { $literal: { $numberLong: 'AHEAD' } },
                                        1
                                    ] } ] } ] } },
                                    '$$REMOVE'
                                ] }
                            }
                        } }
                    } }
                } }
            } } } }
            """, """
            { $set: {
                holders: { $concatArrays: ['$holders', '$ask.granted'] },
                queue: { $slice: ['$queue', '$ask.promoted.count', MAX_ENTRIES] },
                token: { $ifNull: [
                    { $max: { $map: { input: '$ask.granted', as: 'e', in: { $add: [ '$$e.token', { $subtract: [
                        { $ifNull: ['$$e.tokens', 1] },
                        1
                    ] } ] } } } },
                    '$token'
                ] },
                'ask.woken': { $concatArrays: [ '$ask.woken', '$ask.dropped', { $map: {
                    as: 'e',
                    in: { $concat: [
                        '$$e.acquirer',
                        '=',
                        { $toString: '$$e.token' },
                        { $cond: [
                            { $gt: ['$$e.tokens', null] },
                            { $concat: [ '+', { $toString: '$$e.tokens' } ] },
                            ''
                        ] }
                    ] },
                    input: { $filter: { input: '$ask.granted', as: 'e', cond: { $not: [
                        { $in: ['$$e.acquirer', '$ask.acquirers'] }
                    ] } } }
                } } ] }
            } }
            """);

    // Step 4. A try that was not promoted leaves the queue.
    static final List<BsonDocument> DO_NOT_WAIT = stages("""
            { $set: { queue: { $filter: { input: '$queue', as: 'e', cond: { $not: [
                { $in: ['$$e.acquirer', '$ask.leaving'] }
            ] } } } } }
            """);

    // Step 4, behind a kept lease: the try that is first in the queue recalls the lease and stays for the recall
    // time.
    static final List<BsonDocument> WAIT_FOR_KEPT = stages("""
            { $set: { queue: { $let: {
                vars: { head: { $arrayElemAt: ['$queue', 0] }, kept: { $arrayElemAt: [KEPT_AND_LIVE, 0] } },
                in: { $concatArrays: [
                    { $cond: [
                        { $and: [ { $in: ['$$head.acquirer', '$ask.recalling'] }, { $gt: ['$$kept', null] } ] },
                        [ { $mergeObjects: [ '$$head', {
                            recalls: '$$kept',
                            expiresAt: { $add: ['$$head.updatedAt', '$ask.recallFor'] }
                        } ] } ],
                        []
                    ] },
                    { $filter: { input: '$queue', as: 'e', cond: { $not: [
                        { $in: ['$$e.acquirer', '$ask.leaving'] }
                    ] } } }
                ] }
            } } } }
            """);

    private GrantSteps() {}
}
