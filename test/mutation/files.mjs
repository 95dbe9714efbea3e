/**
 * Files that implement promises (design 3) and whose tests run in seconds, because they run for each of hundreds of
 * mutants. `minimum`: the mutation score in percent that the tests reach today; the remaining mutants change no
 * behavior.
 */
const files = [
  { file: 'packages/db/src/connection/classifyError.ts', minimum: 94 },
  { file: 'packages/db/src/connection/keys.ts', minimum: 95 },
  { file: 'packages/drain/src/isolateRejected.ts', minimum: 92 },
  { file: 'packages/drain/src/poisonCandidates.ts', minimum: 100 },
  {
    file: 'packages/drain/src/readJob.ts',
    minimum: 97,
    tests: ['packages/drain/src/readJob.test.ts', 'packages/drain/src/preparePart.test.ts'],
  },
  { file: 'packages/management/src/access/createTokenThrottle.ts', minimum: 93 },
  { file: 'packages/queues/src/consuming/byteBudget.ts', minimum: 100 },
  { file: 'packages/queues/src/publishing/groupCommit.ts', minimum: 97 },
  { file: 'packages/runtime/src/logger.ts', minimum: 100 },
  { file: 'packages/runtime/src/runCooperatively.ts', minimum: 82 },
  { file: 'packages/runtime/src/settings/defineSettings.ts', minimum: 95 },
  { file: 'services/gateway/src/acknowledgements.ts', minimum: 96 },
  { file: 'services/gateway/src/admission/admitBatch.ts', minimum: 96 },
  {
    file: 'services/gateway/src/admission/scrub/fieldPolicies.ts',
    minimum: 100,
    tests: [
      'services/gateway/src/admission/scrub/fieldPolicies.test.ts',
      'services/gateway/src/admission/scrub/scrubBatch.test.ts',
    ],
  },
  {
    file: 'services/gateway/src/admission/scrub/scrubEvent.ts',
    minimum: 91,
    tests: ['services/gateway/src/admission/scrub/scrubBatch.test.ts'],
  },
  { file: 'services/gateway/src/batch/identifyBatch.ts', minimum: 94 },
  { file: 'services/gateway/src/settlement/settleBatch.ts', minimum: 97 },
  { file: 'services/gateway/src/pressure/assessPressure.ts', minimum: 100 },
  { file: 'services/gateway/src/spool/createDeduplicator.ts', minimum: 93 },
  { file: 'services/gateway/src/spool/log/appender.ts', minimum: 97 },
  { file: 'services/gateway/src/spool/replaySpooledBatch.ts', minimum: 98 },
  { file: 'services/gateway/src/spool/spoolBatch.ts', minimum: 94 },
];

/**
 * @typedef {object} MutatedFile
 * @property {string} file
 * @property {number} minimum
 * @property {readonly string[]} tests run for each change; the test beside the file unless it lists others
 */

/** @type {readonly MutatedFile[]} */
export const mutatedFiles = files.map((one) => ({ tests: [one.file.replace(/\.ts$/, '.test.ts')], ...one }));
