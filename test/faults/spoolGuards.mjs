/**
 * Guards of what a gateway acknowledged without Redis.
 *
 * @type {readonly import('./guards.mjs').Guard[]}
 */
export const spoolGuards = [
  {
    promise: 'spool: an entry is acknowledged only when it survives a crash',
    file: 'packages/spool/src/appender.ts',
    find: '      await file.sync();\n    } catch (error) {\n      await this.abandon',
    replace: '    } catch (error) {\n      await this.abandon',
    project: 'unit',
    test: 'packages/spool/src/spool.test.ts',
  },
  {
    promise: 'spool: what is not what was written is kept, never dropped silently',
    file: 'packages/spool/src/segments.ts',
    find: 'if (!isTorn) await putAside(place, seq, end, rest);',
    replace: '',
    project: 'unit',
    test: 'packages/spool/src/recovery.test.ts',
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
    promise: 'spool: a call in doubt is taken back before the replay charges',
    file: 'services/gateway/src/spool/replayBatch.ts',
    find: '  if (doubtfulNonce !== undefined) await allowance.undo({ organizationId, hash, nonce: doubtfulNonce });\n',
    replace: '',
    project: 'int',
    test: 'services/gateway/src/spool/replayBatch.int.test.ts',
  },
  {
    promise: 'spool: an entry does not take the mark of another batch of its bytes',
    file: 'services/gateway/src/spool/replayBatch.ts',
    find: 'recorded === batchId ? shared : own',
    replace: 'shared',
    project: 'int',
    test: 'services/gateway/src/spool/replayBatch.int.test.ts',
  },
  {
    promise: 'spool: entries are removed in order, up to the first that failed',
    file: 'services/gateway/src/spool/createReplay.ts',
    find: 'failed < 0 ? results : results.slice(0, failed)',
    replace: 'results',
    project: 'unit',
    test: 'services/gateway/src/spool/createReplay.test.ts',
  },
  {
    promise: 'spool: of identical batches at the same moment one is answered with a tally',
    file: 'services/gateway/src/spool/takeOnce.ts',
    find: 'if (first !== undefined || recent.has(batch.hash))',
    replace: 'if (recent.has(batch.hash))',
    project: 'unit',
    test: 'services/gateway/src/spool/takeOnce.test.ts',
  },
];
