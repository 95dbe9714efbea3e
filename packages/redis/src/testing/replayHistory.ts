import { isDeepStrictEqual, inspect } from 'node:util';
import { isEntryReason } from '@sluice/contract';
import type { RedisClient } from '../connection/redisClient.js';
import { createAllowance } from '../allowance/createAllowance.js';
import type { Allowance, LedgerView, SpooledRequest } from '../allowance/types.js';
import { keys } from '../keys.js';
import { seedOf, storedThrough } from './storedCharges.js';
import { AllowanceModel } from './allowanceModel.js';
import { chargeOf } from './charge.js';
import type { History, Send, Step } from './arbitraryHistory.js';
import { hourNumber, monthNumber } from './calendar.js';

const ORGANIZATION = '5';
const HOUR_MS = 3_600_000;

/** One history under way: the same organization on Redis and in the model, and the time for both. */
interface Play {
  readonly client: RedisClient;
  readonly allowance: Allowance;
  readonly model: AllowanceModel;
  /** What happened: kinds of replies, verdict codes, housekeeping that changed something. */
  readonly seen: Set<string>;
  now: number;
}

/**
 * Plays a history on Redis and on the model; throws where a reply, or a ledger at an end, is not the same.
 * @param seen gets the name of everything that happened, so that a test can tell that nothing was missed
 */
export async function replayHistory(client: RedisClient, history: History, seen: Set<string>): Promise<void> {
  await client.flushall();
  const play: Play = {
    client,
    allowance: createAllowance(client, () => play.now),
    model: new AllowanceModel(),
    seen,
    now: history.startMs,
  };
  for (const { projectId, type, count, agoMs } of history.past) {
    const charge = chargeOf(
      { epoch: 'older', projectId, ms: play.now - agoMs },
      { types: type.repeat(count), verdicts: 'p'.repeat(count) },
    );
    play.model.charges.push({ ...charge, stored: true });
  }
  await seed(play, false);
  for (const step of history.steps) await take(play, step);
  await compareLedgers(play);
}

async function take(play: Play, step: Step): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(play, step);
    case 'advance':
      play.now += step.ms;
      return;
    case 'turn':
      play.now = Math.max(play.now, nextTurn(play.now, step.of) + step.offsetMs);
      return;
    case 'undo':
      return undo(play, step.batch, step.call);
    case 'drain':
      for (const charge of play.model.charges) charge.stored = true;
      return;
    case 'lose':
      await compareLedgers(play);
      play.model.lose(step.keepsJobs);
      await play.client.flushall();
      return;
    case 'seed':
      return seed(play, step.isProvisional);
    case 'expire':
      return expire(play, step.batch);
    default:
      return keepHouse(play, step);
  }
}

async function send(play: Play, step: Send): Promise<void> {
  const { allowance, model, now, seen } = play;
  const request = {
    ...step,
    organizationId: ORGANIZATION,
    hash: hashOf(step.batch),
    nonce: nonceOf(step.call),
    batchId: `batch-${step.batch}-${step.window}`,
    arrivalMs: now - 5,
    recordTtlMs: 900_000,
    lift: step.lifted === null ? null : { types: step.lifted.types, hour: hourNumber(now) + step.lifted.inHours },
  };
  if (step.spooled !== 'no') {
    const recordTtlMs = step.spooled === 'late' ? 0 : 900_000;
    return chargeSpooled(play, { ...request, nonce: `entry-${step.call}`, recordTtlMs, windowMs: 900_000 });
  }
  const reply = await allowance.spend(request).catch((error: unknown) => {
    if (String(error).includes('undone')) return 'undone' as const;
    throw error;
  });
  same('spend', reply, model.spend(request, now));
  if (typeof reply === 'string') return void seen.add(reply);
  seen.add(reply.kind);
  if (reply.kind === 'decided') for (const code of new Set(reply.verdicts)) seen.add(code);
}

async function chargeSpooled({ allowance, model, now, seen }: Play, request: SpooledRequest): Promise<void> {
  const other = model.records.get(request.hash)?.decision.batchId;
  const reply = await allowance.chargeSpooled(request);
  same('chargeSpooled', reply, model.chargeSpooled(request, now));
  seen.add(`spooled: ${reply.kind}`);
  if (reply.kind === 'decided' && other !== undefined) seen.add('spooled: beside another batch');
  if (reply.kind === 'recorded' && reply.batchId !== request.batchId) seen.add('spooled: of another window');
  // The record contains the owner.
  same(
    'recordedBatch',
    await allowance.recordedBatch(ORGANIZATION, request.hash),
    model.records.get(request.hash)?.decision.batchId,
  );
}

async function undo({ allowance, model, seen }: Play, batch: number, call: number): Promise<void> {
  const request = { organizationId: ORGANIZATION, hash: hashOf(batch), nonce: nonceOf(call) };
  // A published batch is never undone: it may be stored already.
  if (model.records.get(request.hash)?.charge.stored === true) return;
  const undone = model.undo(request);
  same('undo', await allowance.undo(request), undone);
  seen.add(`undo: ${undone}`);
}

/** The time of a batch's record and answers runs out. */
async function expire({ client, model }: Play, batch: number): Promise<void> {
  const hash = hashOf(batch);
  const nonces = [0, 1, 2].map(nonceOf);
  model.records.delete(hash);
  for (const nonce of nonces) model.answers.delete(`${hash}:${nonce}`);
  await client.del(keys.record(ORGANIZATION, hash), ...nonces.map((nonce) => keys.answer(ORGANIZATION, hash, nonce)));
}

async function seed({ client, allowance, model, now }: Play, isProvisional: boolean): Promise<void> {
  const made = await allowance.seed(ORGANIZATION, isProvisional ? null : seedOf(model.charges, undefined, now));
  same('seed', made, model.ledger === undefined ? 'created' : 'exists');
  const epoch = await client.hget(keys.ledger(ORGANIZATION), 'epoch');
  if (model.ledger === undefined) model.seed(epoch ?? '', now, isProvisional);
}

type HouseStep = Extract<Step, { kind: 'completeSeed' | 'reanchor' | 'forget' }>;

/** The steps of housekeeping; a stale step has another epoch and must change nothing. */
async function keepHouse({ allowance, model, now, seen }: Play, step: HouseStep): Promise<void> {
  const live = step.isStale ? undefined : model.ledger;
  const epoch = live?.epoch ?? 'stale';
  if (step.kind === 'completeSeed') {
    const isDue = live?.provisional === true;
    same('completeSeed', await allowance.completeSeed(ORGANIZATION, epoch, seedOf(model.charges, epoch, now)), isDue);
    if (!isDue) return;
    model.completeSeed(live, now);
    seen.add(step.kind);
  } else if (step.kind === 'reanchor') {
    const [throughHour, month] = [hourNumber(now) - step.hoursBack, monthNumber(now - step.hoursBack * HOUR_MS)];
    const storedTotal = storedThrough(model.charges, step.pool, month, throughHour);
    const anchor = { pool: step.pool, month, throughHour, storedTotal };
    const moved = await allowance.reanchor(ORGANIZATION, epoch, anchor);
    same('reanchor', moved, live !== undefined && model.reanchor(live, anchor, now));
    if (moved) seen.add(step.kind);
  } else {
    const beforeHour = hourNumber(now) - step.hoursBack - 2;
    const gone = await allowance.forget(ORGANIZATION, epoch, beforeHour);
    if (live !== undefined) model.forget(live, beforeHour, gone);
    else same('forget', gone, 0);
    if (gone > 0) seen.add(step.kind);
  }
}

async function compareLedgers({ allowance, model }: Play): Promise<void> {
  const view = await allowance.readLedger(ORGANIZATION);
  const expected = model.ledger === undefined ? undefined : model.view(model.ledger);
  same('ledger', view && folded(view), expected && folded(expected));
  same('entries of filters', view && sumsOf(view.entries), view && sumsOf(view.refusals.filter(isOfList)));
}

const isOfList = ({ reason }: { readonly reason: string }): boolean => isEntryReason(reason);

/** Counts by project, reason and hour, without zeros. */
function sumsOf(
  counts: readonly {
    readonly projectId: string;
    readonly reason: string;
    readonly hour: number;
    readonly count: number;
  }[],
): unknown {
  const sums = new Map<string, number>();
  for (const { projectId, reason, hour, count } of counts) {
    const place = `${projectId} ${reason} ${hour}`;
    sums.set(place, (sums.get(place) ?? 0) + count);
  }
  return [...sums].filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** A view as sums by place, in one order, without zeros. */
function folded(view: LedgerView): unknown {
  const sums = new Map<string, number>();
  const bytes = view.bytes.map(({ bytes: count, ...place }) => ({ ...place, what: 'bytes', count }));
  for (const { count, ...place } of [...view.accepted, ...view.refusals, ...view.entries, ...view.months, ...bytes]) {
    const name = JSON.stringify(Object.entries(place).sort());
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  const counts = [...sums].filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  return { epoch: view.epoch, provisional: view.provisional, counts };
}

function same(what: string, received: unknown, expected: unknown): void {
  if (isDeepStrictEqual(received, expected)) return;
  throw new Error(
    `${what}: Redis says ${inspect(received, { depth: 4 })}, the model ${inspect(expected, { depth: 4 })}`,
  );
}

function nextTurn(ms: number, of: 'hour' | 'month'): number {
  if (of === 'hour') return (hourNumber(ms) + 1) * HOUR_MS;
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

const hashOf = (batch: number): string => String(batch).padStart(64, 'a');
const nonceOf = (call: number): string => `call-${call}`;
