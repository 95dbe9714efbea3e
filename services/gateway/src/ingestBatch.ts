import type { SerializedPart } from '@sluice/contract';
import type { Allowance } from '@sluice/redis';
import type { Clock, Networks } from '@sluice/runtime';
import { admitBatch, readmitBatch, type AdmissionDeps } from './admission/admitBatch.js';
import type { AdmittedBatch } from './admission/admitEvents.js';
import { scrubText } from './admission/scrub/scrubText.js';
import type { LedgerReply } from './admission/spendAllowance.js';
import { Refusal, answerRefusal, unavailable, type Answer } from './answer.js';
import { answerBatch, answerDuplicate } from './batch/answerBatch.js';
import { explainIfRequested } from './batch/explainRefusals.js';
import { identifyBatch, type IncomingBatch } from './batch/identifyBatch.js';
import type { ReserveMemory } from './batch/parseBatch.js';
import { cutAgent, eventSizes, serializeParts } from './batch/serializeParts.js';
import { settleBatch, type SettleDeps, type Settlement } from './batch/settleBatch.js';
import type { GatewayMetrics } from './gatewayMetrics.js';
import { authenticate } from './http/authenticate.js';
import { checkBodyHeaders } from './http/bodyFormat.js';
import { checkOrigin } from './http/checkOrigin.js';
import { readHeader, type IngestRequest } from './http/ingestRequest.js';
import type { SettingsCache } from './settings/settingsCache.js';
import type { BatchSpool } from './spool/batchSpool.js';
import { spoolBatch, type Unsettled } from './spool/spoolBatch.js';

/** What the steps of ingestion depend on. */
export interface IngestDeps extends AdmissionDeps {
  readonly settings: Pick<SettingsCache, 'find'>;
  readonly settling: SettleDeps;
  /** Reads the caps that an explanation names. */
  readonly caps: Pick<Allowance, 'readCaps'>;
  /** Whether both Redis connections look alive. */
  readonly isUsable: () => boolean;
  readonly trustedProxies: Networks;
  readonly limits: AdmissionDeps['limits'] & { readonly maxBodyBytes: number };
  /** Accepts batches while Redis cannot; `undefined`: they get 503. */
  readonly spool?: Pick<BatchSpool, 'hasRoom' | 'isDuplicate' | 'append'> | undefined;
  readonly duplicateWindowMs: number;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
}

/**
 * START HERE: handles a request to `POST /api/envelope`, step by step. Each step may end the request. Cheap checks precede
 * expensive ones, a body is read only for a known project, and the charge comes last because only it is hard to undo. The
 * order of the refusals is part of protocol 4.1.
 */
export async function ingestBatch(request: IngestRequest, deps: IngestDeps): Promise<Answer> {
  // 1. Authenticate: the key identifies the project, whose settings every later step needs.
  const sender = await authenticate(request, deps.settings);
  if (sender instanceof Refusal) return answerRefusal(sender);

  // 2. Check the origin before the cost of reading a body.
  const origin = readHeader(request, 'origin');
  const referer = readHeader(request, 'referer');
  const foreign = checkOrigin(sender.project.origins, { keyKind: sender.keyKind, origin, referer });
  if (foreign !== undefined) return answerRefusal(foreign);

  // 3. Check the pressure: a batch that neither Redis nor the spool can accept would only fill this process's memory.
  const overloaded = checkPressure(deps);
  if (overloaded !== undefined) return answerRefusal(overloaded);

  // 4. Read the body: declared size, encoding and type, then the bytes.
  const format = checkBodyHeaders(request, deps.limits);
  if (format instanceof Refusal) return answerRefusal(format);
  const bytes = await request.readBody(format.coding, sender.project);
  if (bytes === 'gone') return 'hang_up';
  if (bytes instanceof Refusal) return answerRefusal(bytes);

  // 5. Admit the events: clean, validate, filter, sample, refuse backlogged and scrub, without I/O. From here on every event
  // has an outcome of its own, and the request as a whole fails only for want of memory, Redis and spool.
  const received = identifyBatch(request, sender, bytes, deps);
  const admitting = admitBatch(received, request.reserveMemory, deps);
  const admitted = admitting instanceof Promise ? await admitting : admitting;
  if (admitted instanceof Refusal) return answerRefusal(admitted);
  deps.metrics.countTrims(admitted.trims);
  const batch = sender.project.settings.scrub ? { ...received, agent: scrubText(received.agent) } : received;

  // 6. Charge and publish. A batch without countable events needs neither; a batch in the spool was answered before.
  if (!/[^-]/.test(admitted.types)) return answerUncounted(batch, admitted, deps);
  if ((await deps.spool?.isDuplicate(batch.hash)) === true) {
    deps.metrics.countDuplicate();
    return answerDuplicate();
  }
  const settlement = canSettle(deps) ? await settle(batch, admitted, deps) : undefined;

  // 7. Answer with the verdicts as the ledger recorded them, which may differ from those of step 5 for a resend. A batch that
  // Redis could not accept goes to the spool.
  return settlement === undefined || settlement.kind === 'unavailable' || settlement.kind === 'unknown'
    ? answerUnsettled(batch, admitted, settlement, { ...deps, reserveMemory: request.reserveMemory })
    : answerSettlement(batch, admitted, settlement, deps);
}

const DEFAULT_BACKLOG_SECONDS = 5;

function checkPressure({ isUsable, pressure, spool }: IngestDeps): Refusal | undefined {
  if (spool?.hasRoom() === true) return undefined;
  if (!isUsable()) return unavailable('The queues cannot be reached. Send the batch again after Retry-After seconds.');
  return pressure().refuseAll
    ? unavailable('The queues are full. Send the batch again after Retry-After seconds.')
    : undefined;
}

/** Whether Redis may be asked. A gateway with a spool spares a Redis that is nearly full: what is spooled needs that room. */
const canSettle = ({ isUsable, pressure, spool }: IngestDeps): boolean =>
  isUsable() && (spool === undefined || !pressure().refuseAll);

function settle(batch: IncomingBatch, admitted: AdmittedBatch, deps: IngestDeps): Promise<Settlement> {
  const { project, hash, batchId, nonce, arrivalMs, windowMs } = batch;
  const { settleMs } = deps.settling;
  const { projectId, organizationId, monthly, settings } = project;
  const { spikeProtection, eventsPerHour, bytesPerHour } = settings;
  return settleBatch(
    {
      request: {
        organizationId,
        projectId,
        hash,
        nonce,
        batchId,
        arrivalMs,
        types: admitted.types,
        verdicts: admitted.verdicts,
        sizes: eventSizes(admitted.prepared),
        spikeProtection,
        eventsPerHour,
        bytesPerHour,
        monthly,
        // A publish ends within `settleMs` of its charge. The record lives for the window after that, the mark longer.
        recordTtlMs: windowMs + 2 * settleMs,
      },
      markTtlMs: windowMs + 4 * settleMs,
      serializeAccepted: (charge) => serializeAccepted(batch, admitted, charge, deps),
    },
    deps.settling,
  );
}

/** Serializes the accepted events under the identity, arrival and hour that the ledger recorded. */
function serializeAccepted(
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  charge: LedgerReply,
  deps: IngestDeps,
): SerializedPart[] {
  const header = {
    project: batch.project.projectId,
    organization: batch.project.organizationId,
    batch: charge.batchId,
    arrival: charge.arrivalMs,
    hour: charge.hour,
    epoch: charge.epoch,
    ip: batch.address,
    agent: cutAgent(batch.agent),
    keyKind: batch.keyKind,
  };
  return serializeParts(header, charge.verdicts, asOfArrival(batch, admitted, charge.arrivalMs, deps).prepared);
}

/** Returns the admitted batch as of the arrival of the first request with these bytes, which the ledger recorded. */
const asOfArrival = (
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  arrivalMs: number,
  deps: AdmissionDeps,
): AdmittedBatch => (batch.arrivalMs === arrivalMs ? admitted : readmitBatch(batch, admitted, arrivalMs, deps));

/** Answers a batch whose events are in no count. */
async function answerUncounted(
  batch: IncomingBatch,
  { types, issues }: AdmittedBatch,
  { clock, caps }: IngestDeps,
): Promise<Answer> {
  const facts = { types, verdicts: types, hour: 0, nowMs: clock(), backlogSeconds: DEFAULT_BACKLOG_SECONDS };
  return answerBatch(facts, await explainIfRequested({ batch, issues }, facts, caps));
}

/** Answers a batch that Redis did not accept: from the spool, or without one as unavailable. */
async function answerUnsettled(
  batch: IncomingBatch,
  admitted: AdmittedBatch,
  unsettled: Unsettled,
  deps: IngestDeps & { readonly reserveMemory: ReserveMemory },
): Promise<Answer> {
  const { spool, reserveMemory, caps, metrics, clock } = deps;
  if (spool === undefined) {
    if (unsettled?.kind === 'unknown') return 'hang_up';
    const message =
      unsettled === undefined
        ? 'The queues cannot be reached. Send the batch again after Retry-After seconds.'
        : 'The batch was not accepted. Send it again after Retry-After seconds.';
    return answerRefusal(unavailable(message));
  }
  const { arrivalMs } = (unsettled?.kind === 'unknown' ? unsettled.spent : undefined) ?? batch;
  const backlogSeconds = readBacklogSeconds(deps);
  const answer = await spoolBatch(batch, asOfArrival(batch, admitted, arrivalMs, deps), unsettled, {
    spool,
    reserveMemory,
    caps,
    metrics,
    backlogSeconds,
    nowMs: clock(),
  });
  return answer instanceof Refusal ? answerRefusal(answer) : answer;
}

const readBacklogSeconds = ({ pressure }: IngestDeps): number => pressure().holdOffSeconds ?? DEFAULT_BACKLOG_SECONDS;

async function answerSettlement(
  batch: IncomingBatch,
  { types, issues }: AdmittedBatch,
  { kind, spent }: Extract<Settlement, { kind: 'decided' | 'duplicate' }>,
  deps: IngestDeps,
): Promise<Answer> {
  const { verdicts, hour, nowMs } = spent;
  const left = spent.kind === 'decided' ? spent.bytesLeft : null;
  const quota = batch.project.settings.bytesPerHour;
  const bytes = left === null || quota === null ? {} : { bytes: { left, quota } };
  const facts = { types, verdicts, hour, nowMs, backlogSeconds: readBacklogSeconds(deps), ...bytes };
  const refused = await explainIfRequested({ batch, issues }, facts, deps.caps);
  if (kind === 'duplicate') {
    deps.metrics.countDuplicate();
    return answerDuplicate(refused);
  }
  deps.metrics.countVerdicts(verdicts);
  return answerBatch(facts, refused);
}
