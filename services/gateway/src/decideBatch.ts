import { decide, type BatchFacts, type DecidedBatch, type UnscrubbedBatch } from './admission/decide.js';
import type { AgentFacts } from './admission/filters/agentFacts.js';
import { lengthOf, redateBatch, scrubBatch } from './admission/scrub/scrubBatch.js';
import type { IncomingBatch } from './batch/incomingBatch.js';
import { parseBatch, type BatchLimits, type HoldMemory, type ParsedBatch } from './batch/parseBatch.js';
import type { PressureState } from './pressure/judgePressure.js';
import { Refusal, busy } from './refusal.js';

/** What deciding about a batch uses of the gateway around it. */
export interface DecidingDeps {
  readonly pressure: () => PressureState;
  readonly judgeAgent: (agent: string) => AgentFacts;
  readonly limits: BatchLimits;
}

type Deciding = DecidedBatch | Refusal | Promise<DecidedBatch | Refusal>;

/**
 * Waited for only where the project has its events scrubbed: by the settings of the request's start. A batch whose client
 * leaves meanwhile is settled like others: it will be told `duplicate`.
 */
export function decideAndScrub(batch: IncomingBatch, hold: HoldMemory, deps: DecidingDeps): Deciding {
  const found = readAndDecide(batch, hold, deps);
  if (!('events' in found)) return found;
  // What was parsed stays meanwhile; and marks may be longer than what they stand for.
  if (!hold(batch.bytes.length)) return busy();
  return scrubBatch(found).then((scrubbed) => {
    const more = lengthOf(scrubbed) - batch.bytes.length;
    return more <= 0 || hold(more) ? scrubbed : busy();
  });
}

type Found = DecidedBatch | UnscrubbedBatch | Refusal;

/** What was parsed is garbage when it is decided: while Redis is asked a batch is nothing but texts. */
function readAndDecide(batch: IncomingBatch, hold: HoldMemory, deps: DecidingDeps): Found {
  const parsed = parseBatch(batch.bytes, deps.limits, hold);
  return parsed instanceof Refusal ? parsed : decide(parsed, factsOf(batch, parsed, deps));
}

function factsOf(batch: IncomingBatch, { facts: body }: ParsedBatch, deps: DecidingDeps): BatchFacts {
  const { project, address, agent, pageHost, arrivalMs, batchId, explain } = batch;
  return {
    arrivalMs,
    body,
    batchId,
    filters: project.compiled,
    isFilteredAddress: project.compiled.ips?.contain(address) === true,
    agent: deps.judgeAgent(agent),
    page: { pageHost, address },
    sampleRates: project.settings.sampleRates,
    isBacklogged: deps.pressure().holdOffSeconds !== undefined,
    scrub: project.settings.scrub,
    explain,
  };
}

/** A resend bears the arrival of the first time, from which replaced timestamps follow. @param decided as of its own arrival */
export function decideAgain(
  batch: IncomingBatch,
  decided: DecidedBatch,
  arrivalMs: number,
  deps: DecidingDeps,
): DecidedBatch {
  const again = readAndDecide({ ...batch, arrivalMs }, () => true, deps);
  if (again instanceof Refusal) throw new Error('a batch that was decided cannot be read any more');
  return 'prepared' in again ? again : redateBatch(decided, again);
}
