import { admitEvents, type BatchFacts, type AdmittedBatch, type UnscrubbedBatch } from './admitEvents.js';
import type { AgentClass } from './filters/classifyAgent.js';
import { totalJsonBytes, redateBatch, scrubBatch } from './scrub/scrubBatch.js';
import type { IncomingBatch } from '../batch/identifyBatch.js';
import { parseBatch, type BatchLimits, type ReserveMemory, type ParsedBatch } from '../batch/parseBatch.js';
import type { PressureState } from '../pressure/assessPressure.js';
import { Refusal, busy } from '../answer.js';

/** What deciding about a batch uses of the gateway around it. */
export interface AdmissionDeps {
  readonly pressure: () => PressureState;
  readonly classifyAgent: (agent: string) => AgentClass;
  readonly limits: BatchLimits;
}

type Deciding = AdmittedBatch | Refusal | Promise<AdmittedBatch | Refusal>;

/**
 * Waited for only where the project has its events scrubbed: by the settings of the request's start. A batch whose client
 * leaves meanwhile is settled like others: it will be told `duplicate`.
 */
export function admitBatch(batch: IncomingBatch, hold: ReserveMemory, deps: AdmissionDeps): Deciding {
  const found = parseAndAdmit(batch, hold, deps);
  if (!('events' in found)) return found;
  // What was parsed stays meanwhile; and marks may be longer than what they stand for.
  if (!hold(batch.bytes.length)) return busy();
  return scrubBatch(found).then((scrubbed) => {
    const more = totalJsonBytes(scrubbed) - batch.bytes.length;
    return more <= 0 || hold(more) ? scrubbed : busy();
  });
}

type Found = AdmittedBatch | UnscrubbedBatch | Refusal;

/** What was parsed is garbage when it is decided: while Redis is asked a batch is nothing but texts. */
function parseAndAdmit(batch: IncomingBatch, hold: ReserveMemory, deps: AdmissionDeps): Found {
  const parsed = parseBatch(batch.bytes, deps.limits, hold);
  return parsed instanceof Refusal ? parsed : admitEvents(parsed, factsOf(batch, parsed, deps));
}

function factsOf(batch: IncomingBatch, { facts: body }: ParsedBatch, deps: AdmissionDeps): BatchFacts {
  const { project, address, agent, pageHost, arrivalMs, batchId, explain } = batch;
  return {
    arrivalMs,
    body,
    batchId,
    filters: project.compiled,
    isFilteredAddress: project.compiled.ips?.contain(address) === true,
    agent: deps.classifyAgent(agent),
    page: { pageHost, address },
    sampleRates: project.settings.sampleRates,
    isBacklogged: deps.pressure().holdOffSeconds !== undefined,
    scrub: project.settings.scrub,
    explain,
  };
}

/** A resend has the arrival of the first attempt, which determines replaced timestamps. @param decided as of its own arrival */
export function readmitBatch(
  batch: IncomingBatch,
  decided: AdmittedBatch,
  arrivalMs: number,
  deps: AdmissionDeps,
): AdmittedBatch {
  const again = parseAndAdmit({ ...batch, arrivalMs }, () => true, deps);
  if (again instanceof Refusal) throw new Error('a batch that was parsed before cannot be parsed again');
  return 'prepared' in again ? again : redateBatch(decided, again);
}
