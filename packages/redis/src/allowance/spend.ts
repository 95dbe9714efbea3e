import type { RedisClient } from '../connection/redisClient.js';
import { DAY_MS, POOL_OF, TYPE_CODES, UNDECIDED, type EventType, type SpikeLift } from '@sluice/contract';
import { keys } from '../keys.js';
import { defineScript, runScript } from '../script.js';
import type {
  Decision,
  ExtendRequest,
  SpendReply,
  SpendRequest,
  SpooledRequest,
  UndoReply,
  UndoRequest,
} from './types.js';

/** How long one call gets its own answer again where nothing was processed, and how long its undo holds; milliseconds. */
const ANSWER_TTL_MS = 30_000;

/** How long the charge of a spooled batch is known: as long as its receipts, which make a publish harmless. */
const SPOOLED_TTL_MS = 3 * DAY_MS;

const SPEND = defineScript('spend', 3);
const UNDO = defineScript('undo', 3);

/** The order of the script's five limits, each of a pool by the type that names it. */
const LIMITED_TYPES = ['exception', 'log', 'span', 'hit', 'replay'] as const satisfies readonly EventType[];

const NO_LIMIT = -1;

/** `Allowance.spend` at a moment. @param nowMs milliseconds since 1970; 0 is Redis's clock */
export function spend(client: RedisClient, request: SpendRequest, nowMs: number): Promise<SpendReply> {
  const limits = [
    request.spikeProtection ? 1 : 0,
    request.eventsPerHour ?? NO_LIMIT,
    ...LIMITED_TYPES.map((type) => request.monthly[POOL_OF[type]] ?? NO_LIMIT),
  ];
  const recordTtlMs = Math.max(1, Math.round(request.recordTtlMs));
  const rest = [...limits, recordTtlMs, ANSWER_TTL_MS, nowMs, 0, request.bytesPerHour ?? NO_LIMIT];
  return runSpend(client, request, rest, liftOf(request.lift));
}

/** `Allowance.chargeSpooled` at a moment. @param nowMs milliseconds since 1970; 0 is Redis's clock */
export function chargeSpooled(client: RedisClient, request: SpooledRequest, nowMs: number): Promise<SpendReply> {
  const limits = [0, NO_LIMIT, ...LIMITED_TYPES.map(() => NO_LIMIT)];
  const recordTtlMs = Math.max(0, Math.round(request.recordTtlMs));
  return runSpend(client, request, [
    ...limits,
    recordTtlMs,
    SPOOLED_TTL_MS,
    nowMs,
    Math.max(1, Math.round(request.windowMs)),
    NO_LIMIT,
  ]);
}

const liftOf = (lift: SpikeLift | null | undefined): string =>
  lift === null || lift === undefined ? '' : `${lift.hour}:${lift.types.map((type) => TYPE_CODES[type]).join('')}`;

async function runSpend(
  client: RedisClient,
  request: Omit<SpooledRequest, 'windowMs'>,
  rest: readonly number[],
  lift = '',
): Promise<SpendReply> {
  const { projectId, nonce, batchId, arrivalMs, types, verdicts, sizes } = request;
  assertIds(request.organizationId, request.hash, nonce, projectId, batchId);
  const { entries = '' } = request;
  const sized = [candidateBytes(request), sizes.join(), lift, entries];
  const args = [projectId, nonce, batchId, arrivalMs, types, verdicts, ...rest, ...sized];
  return replyOf((await runScript(client, SPEND, keysOf(request), args)) as [string, string, number, number?]);
}

/** Bytes of all candidates: in the usual case the script needs no size of a single event. */
function candidateBytes({ verdicts, sizes }: Pick<SpooledRequest, 'verdicts' | 'sizes'>): number {
  let bytes = 0;
  for (let index = 0; index < verdicts.length; index += 1) {
    if (verdicts[index] === UNDECIDED) bytes += sizes[index] ?? 0;
  }
  return bytes;
}

/** `Allowance.forgetSpooled`. */
export async function forgetSpooled(client: RedisClient, requests: readonly UndoRequest[]): Promise<void> {
  for (const { organizationId, hash, nonce } of requests) assertIds(organizationId, hash, nonce);
  // One key a command: a cluster keeps organizations apart.
  await Promise.all(requests.map((request) => client.del(keysOf(request)[2] ?? '')));
}

/** `Allowance.recordedBatch`. */
export async function recordedBatch(
  client: RedisClient,
  organizationId: string,
  hash: string,
): Promise<string | undefined> {
  assertIds(organizationId, hash);
  const record = await client.get(keys.record(organizationId, hash));
  return record === null ? undefined : decisionOf(record).batchId;
}

/** `Allowance.extend`. */
export async function extend(client: RedisClient, request: ExtendRequest): Promise<boolean> {
  assertIds(request.organizationId, request.hash);
  return (await client.pexpire(keys.record(request.organizationId, request.hash), request.recordTtlMs)) === 1;
}

/** The script's replies, by number. */
const UNDO_REPLIES: readonly UndoReply[] = ['nothing', 'undone', 'shared'];

/** `Allowance.undo`. */
export async function undo(client: RedisClient, request: UndoRequest): Promise<UndoReply> {
  assertIds(request.organizationId, request.hash, request.nonce);
  const reply = await runScript(client, UNDO, keysOf(request), [request.nonce, ANSWER_TTL_MS]);
  return UNDO_REPLIES[Number(reply)] ?? 'nothing';
}

function keysOf({ organizationId, hash, nonce }: UndoRequest): string[] {
  return [keys.ledger(organizationId), keys.record(organizationId, hash), keys.answer(organizationId, hash, nonce)];
}

function replyOf([kind, text, nowMs, bytesLeft = -1]: readonly [string, string, number, number?]): SpendReply {
  switch (kind) {
    case 'decided':
      return { kind, nowMs, bytesLeft: bytesLeft < 0 ? null : bytesLeft, ...decisionOf(text) };
    case 'recorded':
      return { kind, nowMs, ...decisionOf(text) };
    case 'no_ledger':
      return { kind };
    default:
      throw new Error('spend rejected: this call was undone before it arrived');
  }
}

function decisionOf(text: string): Decision {
  const [, batchId = '', arrivalMs, hour, , epoch = '', , , verdicts = ''] = text.split(' ');
  return { batchId, arrivalMs: Number(arrivalMs), hour: Number(hour), epoch, verdicts };
}

/** Ids become parts of keys and of a record: a blank or a brace would make them something else. */
function assertIds(...ids: readonly string[]): void {
  for (const id of ids) if (!/^[\w-]+$/.test(id)) throw new RangeError(`${JSON.stringify(id)} is not a valid id`);
}
