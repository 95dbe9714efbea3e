// Guards of the promises (design 3) in SQL and Lua, which mutation tests do not change, and in TypeScript files whose
// tests need PostgreSQL, whole services or seconds: too slow to repeat for each of a hundred mutants. All other files
// that implement promises are in test/mutation/files.mjs. If `find`, which occurs exactly once in `file`, is replaced
// by `replace`, a test of `test` must fail.

import { accessGuards } from './accessGuards.mjs';
import { accountGuards } from './accountGuards.mjs';
import { alertDeliveryGuards } from './alertDeliveryGuards.mjs';
import { alertEvaluationGuards } from './alertEvaluationGuards.mjs';
import { alertGuards } from './alertGuards.mjs';
import { lossGuards } from './lossGuards.mjs';
import { spoolGuards } from './spoolGuards.mjs';

/**
 * @typedef {object} Guard
 * @property {string} promise
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {'unit' | 'int' | 'slow'} project
 * @property {string} test a path or a part of one
 */

/** @type {readonly Guard[]} */
export const guards = [
  {
    promise: '1 frozen at accept: a resend is written as it was decided the first time',
    file: 'services/gateway/src/admission/admitBatch.ts',
    find: 'if (batch.arrivalMs === arrivalMs) return admitted;',
    replace: 'if (arrivalMs !== 0) return admitted;',
    project: 'int',
    test: 'services/gateway/src/duplicates.int.test.ts',
  },
  {
    promise: '2 charge once: the record of a batch answers, and nothing moves',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: "if known[1] then return { 'recorded', known[1], now } end",
    replace: '',
    project: 'int',
    test: 'packages/redis/src/allowance/spend.int.test.ts',
  },
  {
    promise: '2 charge once: a charge that another call may publish is not taken back',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: "SHARED .. ' ' .. rest, 'KEEPTTL'",
    replace: "owner .. ' ' .. rest, 'KEEPTTL'",
    project: 'int',
    test: 'packages/redis/src/allowance/undo.int.test.ts',
  },
  {
    promise: '2 charge once: what was undone stays undone when the call comes late',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: "if known[1] == 'undone' then return { 'undone' } end",
    replace: "if known[1] == 'undone' then known[1] = false end",
    project: 'int',
    test: 'packages/redis/src/allowance/undo.int.test.ts',
  },
  {
    promise: '2 charge once: undoing a charge returns its bytes',
    file: 'packages/redis/src/scripts/undo-3.lua',
    find: "if bytesHour == hour and bytes ~= '' then",
    replace: 'if false then',
    project: 'int',
    test: 'packages/redis/src/allowance/undo.int.test.ts',
  },
  {
    promise: 'the byte quota is charged exactly the processed events of a batch',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: 'elseif isProcessed and not isTight then',
    replace: 'elseif false then',
    project: 'int',
    test: 'packages/redis/src/allowance/spend.int.test.ts',
  },
  {
    promise: '3 publish whole: no accept mark where a job is missing',
    file: 'packages/redis/src/scripts/seal-publish-n.lua',
    find: 'if missing == 0 then',
    replace: 'if missing >= 0 then',
    project: 'int',
    test: 'packages/redis/src/shard/sealPublish.int.test.ts',
  },
  {
    promise: '3 a publisher of an earlier number of queue shards is refused',
    file: 'packages/queues/src/bullmqInternals/shard-add-10.lua',
    find: "then return 'fenced' end",
    replace: "then redis.call('GET', KEYS[10]) end",
    project: 'int',
    test: 'packages/queues/src/changeShards.int.test.ts',
  },
  {
    promise: '3 after a lost change of the queue shards, nothing is published where no worker drains',
    file: 'packages/redis/src/shard/placement.ts',
    find: 'widest: Math.max(record.widest, fenced, last + 1),',
    replace: 'widest: Math.max(record.widest, fenced * 0, last + 1),',
    project: 'int',
    test: 'packages/redis/src/shard/placement.int.test.ts',
  },
  {
    promise: '3 a batch that was published before a change of the queue shards is not published again',
    file: 'packages/queues/src/publishing/shardRouter.ts',
    find: "if (mark !== null) return ticket.settle(mark.endsWith(`:${ticket.token}`) ? 'accepted' : 'duplicate');",
    replace: '',
    project: 'int',
    test: 'packages/queues/src/changeShards.int.test.ts',
  },
  {
    promise: '3 a batch that was published before a change of the spread of its project is not published again',
    file: 'packages/queues/src/shardOf.ts',
    find: 'map((each) => shardOfBatch(batch, each))',
    replace: 'map((each) => shardOf(batch.projectId, each.shards))',
    project: 'int',
    test: 'packages/queues/src/changeSpread.int.test.ts',
  },
  {
    promise: '3 publish whole: a full Redis refuses the first command, and with it all',
    file: 'packages/queues/src/publishing/commitBatches.ts',
    find: '  transaction.hincrby(counts, shardCounts.transactions, 1);\n',
    replace: '',
    project: 'slow',
    test: 'packages/queues/src/publishing/outages.slow.test.ts',
  },
  {
    promise: '3 one tally for the same batch at two gateways: the mark belongs to who set it',
    file: 'packages/redis/src/scripts/seal-publish-n.lua',
    find: 'elseif mark == value then',
    replace: 'else',
    project: 'int',
    test: 'packages/queues/src/publishing/publisher.int.test.ts',
  },
  {
    promise: '4 store once: a part whose receipt is there is skipped',
    file: 'packages/drain/src/storeWriteBatch.ts',
    find: 'parts.filter((_, position) => claimed[position] === true)',
    replace: 'parts.filter((_, position) => position >= 0 || claimed.length > 0)',
    project: 'int',
    test: 'packages/drain/src/jobDrain.int.test.ts',
  },
  {
    promise: '4 store once: a part older than its receipts is not stored blindly',
    file: 'packages/drain/src/partWriter.ts',
    find: 'timeOfId(part.receipt.batchId) < oldestMs ? expirePart(part) : part',
    replace: 'timeOfId(part.receipt.batchId) < -oldestMs ? expirePart(part) : part',
    project: 'int',
    test: 'packages/drain/src/jobDrain.int.test.ts',
  },
  {
    promise: '4 store once: who lost a job’s lock neither removes nor counts it',
    file: 'packages/queues/src/bullmqInternals/shard-finish-16.lua',
    find: "if name and redis.call('EXISTS', job) == 0 then",
    replace: 'if name then',
    project: 'int',
    test: 'packages/queues/src/consuming/consumer.int.test.ts',
  },
  {
    promise: '5 usage is exact: it is counted in the transaction that stores',
    file: 'packages/drain/src/storeWriteBatch.ts',
    find: '  await countUsage(tx, parts);\n  const bad',
    replace: '  const bad',
    project: 'int',
    test: 'packages/drain/src/jobDrain.int.test.ts',
  },
  {
    promise: '5 usage is exact: a transaction that stores is one',
    file: 'packages/db/src/connection/inTransaction.ts',
    find: 'await client.query(beginWithin(db.bounds));',
    replace: "await client.query('select 1');",
    project: 'int',
    test: 'packages/db/src/connection/inTransaction.int.test.ts',
  },
  {
    promise: '9 bounded: a worker holds no more bytes than its budget',
    file: 'packages/queues/src/consuming/shardConsumer.ts',
    find: 'onAcquired: (job) => options.byteBudget.acquire(job.data.length),',
    replace: 'onAcquired: (job) => options.byteBudget.acquire(0 * job.data.length),',
    project: 'int',
    test: 'packages/queues/src/consuming/consumer.int.test.ts',
  },
  {
    promise: '11 order does not matter: a trace begins with its earliest span, whichever came last',
    file: 'packages/traces/src/sql/upsertTraces.ts',
    find: 'first_start = least(t.first_start, excluded.first_start),',
    replace: 'first_start = excluded.first_start,',
    project: 'int',
    test: 'packages/traces/src/sql/upsertTraces.int.test.ts',
  },
  {
    promise: 'a project adds no more new names in an hour than its caps allow',
    file: 'packages/db/src/names/newNames.ts',
    find: 'Math.max(cap - row.count, 0)',
    replace: 'cap',
    project: 'int',
    test: 'services/api/src/routes/exceptions/sql/newNames.int.test.ts',
  },
  {
    promise: 'a job of a newer format is left to newer workers',
    file: 'packages/queues/src/consuming/shardConsumer.ts',
    find: 'if (label !== undefined && label.version > JOB_VERSION) return undefined;',
    replace: '',
    project: 'int',
    test: 'packages/queues/src/consuming/consumer.int.test.ts',
  },
  ...accessGuards,
  ...accountGuards,
  ...alertGuards,
  ...alertDeliveryGuards,
  ...alertEvaluationGuards,
  ...lossGuards,
  ...spoolGuards,
];
