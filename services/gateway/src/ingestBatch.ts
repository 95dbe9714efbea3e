import type { Allowance } from '@sluice/redis';
import type { Clock, Networks } from '@sluice/runtime';
import type { AdmittedBatch } from './admission/admitEvents.js';
import { scrubText } from './admission/scrub/scrubText.js';
import { answerRefusal, type Answer } from './answer.js';
import { answerBatch, answerDuplicate } from './batch/answerBatch.js';
import { createExplainer, type Explainer } from './batch/createExplainer.js';
import { identifyBatch, type IncomingBatch } from './batch/identifyBatch.js';
import type { ReserveMemory } from './batch/parseBatch.js';
import { cutAgent, serializeParts } from './batch/serializeParts.js';
import { eventSizes } from './batch/sizesOf.js';
import { settleBatch, type Settlement, type SettleDeps } from './batch/settleBatch.js';
import { readmitBatch, admitBatch, type AdmissionDeps } from './admission/admitBatch.js';
import type { GatewayMetrics } from './gatewayMetrics.js';
import { authenticate } from './http/authenticate.js';
import { checkContentType, parseContentEncoding } from './http/bodyFormat.js';
import { checkOrigin } from './http/checkOrigin.js';
import { readHeader, type IngestRequest } from './http/ingestRequest.js';
import { Refusal, bodyTooLarge, unavailable } from './refusal.js';
import type { CompiledProject } from './settings/compileProject.js';
import type { SettingsCache } from './settings/settingsCache.js';
import type { BatchSpool } from './spool/batchSpool.js';
import { spoolBatch, type Unsettled } from './spool/spoolBatch.js';

/** What the steps use of the gateway around them. */
export interface IngestDeps extends AdmissionDeps {
  readonly settings: Pick<SettingsCache, 'find'>;
  readonly settling: SettleDeps;
  /** Reads the caps that an answer explains. */
  readonly caps: Pick<Allowance, 'readCaps'>;
  /** Whether both Redis connections look alive. */
  readonly isUsable: () => boolean;
  readonly trustedProxies: Networks;
  readonly limits: AdmissionDeps['limits'] & { readonly maxBodyBytes: number };
  /** Where batches go that Redis cannot take; `undefined`: they are refused. */
  readonly spool?: Pick<BatchSpool, 'hasRoom' | 'knows' | 'take'> | undefined;
  readonly duplicateWindowMs: number;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
}

/**
 * START HERE: what happens to a request to `/api/envelope`, in order. Every step may end it; the order of the refusals
 * is the contract of protocol 4.1.
 */
export async function ingestBatch(request: IngestRequest, deps: IngestDeps): Promise<Answer> {
  // 1. Who sends: the key alone names the project, whose rules every later step needs.
  const sender = await authenticate(request, deps.settings);
  if (sender instanceof Refusal) return answerRefusal(sender);
  const { project, keyKind } = sender;

  // 2. From where: a foreign page is turned away before it costs the reading of a body.
  const origin = readHeader(request, 'origin');
  const referer = readHeader(request, 'referer');
  const foreign = checkOrigin(project.origins, { keyKind, origin, referer });
  if (foreign !== undefined) return answerRefusal(foreign);

  // 3. Whether there is any use: with Redis away or nearly full, and no room on this gateway's disk, a body would only
  // fill this process's memory.
  const pressed = checkPressure(deps);
  if (pressed !== undefined) return answerRefusal(pressed);

  // 4. The body: declared size, form, bytes. Each check is cheaper than the next.
  const bytes = await readBody(request, project, deps.limits);
  if (bytes === 'gone') return 'hang_up';
  if (bytes instanceof Refusal) return answerRefusal(bytes);

  // 5. Its events, and what can be decided about them without asking: it depends on the request and the settings alone.
  // From here on nothing is refused whole but for want of Redis: every event has an outcome of its own.
  const sent = identifyBatch(request, sender, bytes, deps);
  const deciding = admitBatch(sent, request.reserveMemory, deps);
  const decided = deciding instanceof Promise ? await deciding : deciding;
  if (decided instanceof Refusal) return answerRefusal(decided);
  deps.metrics.countTrims(decided.trims);
  const batch = project.settings.scrub ? { ...sent, agent: scrubText(sent.agent) } : sent;

  // 6. Charge and publish: last, as they are what cannot be taken back lightly. Nothing to count, nothing to ask. What
  // Redis cannot take goes to this gateway's disk, where there is one for it; what is there was answered before.
  const explain = createExplainer(batch, decided, deps.caps);
  if (!/[^-]/.test(decided.types)) return answerEmpty(decided.types, explain, deps);
  if ((await deps.spool?.knows(batch.hash)) === true) {
    deps.metrics.countDuplicate();
    return answerDuplicate();
  }
  const settlement = cannotSettle(deps) ? undefined : await settle(batch, decided, deps);
  if (settlement === undefined || settlement.kind === 'unavailable' || settlement.kind === 'unknown') {
    return spoolOrRefuse(batch, decided, settlement, { ...deps, hold: request.reserveMemory, explain });
  }

  // 7. Answer by the verdicts as they were frozen, which need not be the ones of step 5.
  return answerSettlement(settlement, { batch, types: decided.types, explain }, deps);
}

const DEFAULT_BACKLOG_SECONDS = 5;

function checkPressure({ isUsable, pressure, spool }: IngestDeps): Refusal | undefined {
  if (spool?.hasRoom() === true) return undefined;
  if (!isUsable()) return unavailable('The service is not ready, try again.');
  return pressure().refuseAll ? unavailable('The service is at its limits, try again.') : undefined;
}

async function readBody(
  request: IngestRequest,
  project: CompiledProject,
  limits: IngestDeps['limits'],
): Promise<Buffer | Refusal | 'gone'> {
  const declared = Number(readHeader(request, 'content-length') ?? 0);
  if (declared > limits.maxBodyBytes) return bodyTooLarge(limits.maxBodyBytes);
  const coding = parseContentEncoding(readHeader(request, 'content-encoding'));
  if (coding instanceof Refusal) return coding;
  return checkContentType(readHeader(request, 'content-type')) ?? request.readBody(coding.coding, project);
}

function settle(batch: IncomingBatch, decided: AdmittedBatch, deps: IngestDeps): Promise<Settlement> {
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
        types: decided.types,
        verdicts: decided.verdicts,
        sizes: eventSizes(decided.prepared),
        spikeProtection,
        eventsPerHour,
        bytesPerHour,
        monthly,
        // A publish ends within `settleMs` of its charge: the record lives for the window after it, the mark longer.
        recordTtlMs: windowMs + 2 * settleMs,
      },
      markTtlMs: windowMs + 4 * settleMs,
      partsOf: (spent) => {
        const { prepared } =
          spent.arrivalMs === arrivalMs ? decided : readmitBatch(batch, decided, spent.arrivalMs, deps);
        const header = {
          project: projectId,
          organization: organizationId,
          batch: spent.batchId,
          arrival: spent.arrivalMs,
          hour: spent.hour,
          epoch: spent.epoch,
          ip: batch.address,
          agent: cutAgent(batch.agent),
          keyKind: batch.keyKind,
        };
        return serializeParts(header, spent.verdicts, prepared);
      },
    },
    deps.settling,
  );
}

/** A batch without a single event that counts. */
function answerEmpty(types: string, explain: Explainer | undefined, { clock }: IngestDeps): Answer {
  const facts = { types, verdicts: types, hour: 0, nowMs: clock(), backlogSeconds: DEFAULT_BACKLOG_SECONDS };
  return answerBatch(facts, explain === undefined ? undefined : []);
}

/** With a spool, a Redis that is nearly full gets nothing more: what the spool holds needs the room, too. */
const cannotSettle = ({ isUsable, pressure, spool }: IngestDeps): boolean =>
  !isUsable() || (spool !== undefined && pressure().refuseAll);

async function spoolOrRefuse(
  batch: IncomingBatch,
  decided: AdmittedBatch,
  unsettled: Unsettled,
  deps: IngestDeps & { readonly hold: ReserveMemory; readonly explain: Explainer | undefined },
): Promise<Answer> {
  const { spool, hold, explain, metrics, clock } = deps;
  if (spool === undefined) {
    if (unsettled?.kind === 'unknown') return 'hang_up';
    const message =
      unsettled === undefined ? 'The service is not ready, try again.' : 'The batch was not taken, try again.';
    return answerRefusal(unavailable(message));
  }
  const { arrivalMs } = (unsettled?.kind === 'unknown' ? unsettled.spent : undefined) ?? batch;
  const backlogSeconds = backlogSecondsOf(deps);
  const frozen = batch.arrivalMs === arrivalMs ? decided : readmitBatch(batch, decided, arrivalMs, deps);
  const answer = await spoolBatch(batch, frozen, unsettled, {
    spool,
    hold,
    explain,
    metrics,
    backlogSeconds,
    nowMs: clock(),
  });
  return answer instanceof Refusal ? answerRefusal(answer) : answer;
}

const backlogSecondsOf = ({ pressure }: IngestDeps): number => pressure().holdOffSeconds ?? DEFAULT_BACKLOG_SECONDS;

/** What is answered, beside its settlement. */
interface Answered {
  readonly batch: IncomingBatch;
  readonly types: string;
  readonly explain: Explainer | undefined;
}

async function answerSettlement(
  { kind, spent }: Extract<Settlement, { kind: 'decided' | 'duplicate' }>,
  { batch, types, explain }: Answered,
  deps: IngestDeps,
): Promise<Answer> {
  const { verdicts, hour, nowMs } = spent;
  const left = spent.kind === 'decided' ? spent.bytesLeft : null;
  const quota = batch.project.settings.bytesPerHour;
  const bytes = left === null || quota === null ? {} : { bytes: { left, quota } };
  const facts = { types, verdicts, hour, nowMs, backlogSeconds: backlogSecondsOf(deps), ...bytes };
  const refused = explain === undefined ? undefined : await explain(facts);
  if (kind === 'duplicate') {
    deps.metrics.countDuplicate();
    return answerDuplicate(refused);
  }
  deps.metrics.countVerdicts(verdicts);
  return answerBatch(facts, refused);
}
