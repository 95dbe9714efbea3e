import { compileProject } from '../settings/compileProject.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { ARRIVAL_MS } from './facts.js';
import { newProject } from './gatewayHarness.js';

/** Returns a batch of project 7 of organization 1 without limits. Its body is empty. */
export function incomingBatch(changes: Partial<IncomingBatch> = {}): IncomingBatch {
  const settings = { spikeProtection: false, eventsPerHour: null, bytesPerHour: null };
  return {
    bytes: Buffer.alloc(0),
    project: compileProject({ ...newProject(settings), projectId: '7', organizationId: '1' }),
    keyKind: 'public',
    hash: 'a'.repeat(64),
    batchId: 'batch',
    nonce: 'nonce',
    windowMs: 900_000,
    arrivalMs: ARRIVAL_MS,
    address: '::1',
    agent: '',
    pageHost: undefined,
    explain: false,
    sampleInvalid: false,
    ...changes,
  };
}

/** Dependencies of admission and of the stored sender, for a batch that is admitted once. */
export const NO_ADMISSION = {
  pressure: () => ({ refuseAll: false, isFilling: false, holdOffSeconds: undefined }),
  classifyAgent: () => ({ isCrawler: false, isLegacyBrowser: false }),
  visitorOf: (address: string) => `hash-of-${address}`,
  limits: { maxEvents: 1_000, maxJsonDepth: 1_000, maxJsonValues: 1_000_000 },
};
