/**
 * Guards of what a gateway acknowledged without Redis.
 *
 * @type {readonly import('./guards.mjs').Guard[]}
 */
export const spoolGuards = [
  {
    promise: 'spool: what is not what was written is kept, never dropped silently',
    file: 'services/gateway/src/spool/log/segments.ts',
    find: 'if (!isTorn) await saveCorruptBytes(directory, seq, end, rest);',
    replace: '',
    project: 'slow',
    test: 'services/gateway/src/spool/log/recovery.slow.test.ts',
  },
  {
    promise: 'spool: an entry is charged once however often it is replayed',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: 'if isSpooled or not isProcessed then redis',
    replace: 'if not isProcessed then redis',
    project: 'int',
    test: 'packages/redis/src/allowance/chargeSpooled.int.test.ts',
  },
  {
    promise: 'spool: a resend across the edge of a window is the batch that it repeats',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: 'return recorded == batch or math.abs(tonumber(came) - tonumber(arrival)) < sameWithin',
    replace: 'return recorded == batch',
    project: 'int',
    test: 'packages/redis/src/allowance/chargeSpooled.int.test.ts',
  },
  {
    promise: 'spool: a live batch of the same bytes a window away does not swallow an entry',
    file: 'packages/redis/src/scripts/spend-3.lua',
    find: 'if owner and (not isSpooled or isSame()) then',
    replace: 'if owner then',
    project: 'int',
    test: 'packages/redis/src/allowance/chargeSpooled.int.test.ts',
  },
  {
    promise: 'spool: entries are removed in order, up to the first that failed',
    file: 'services/gateway/src/spool/createSpoolReplay.ts',
    find: 'failed < 0 ? results : results.slice(0, failed)',
    replace: 'results',
    project: 'unit',
    test: 'services/gateway/src/spool/createSpoolReplay.test.ts',
  },
  {
    promise: 'spool: what is replayed counts as acknowledged once, when its entry is gone',
    file: 'services/gateway/src/spool/createSpoolReplay.ts',
    find: '  await spool.remove(results.length);\n',
    replace: '  void spool.remove(results.length).catch(() => undefined);\n',
    project: 'unit',
    test: 'services/gateway/src/spool/createSpoolReplay.test.ts',
  },
];
