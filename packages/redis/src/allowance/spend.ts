import type { Redis } from 'ioredis';
import { POOL_OF, type EventType } from '@sluice/contract';
import { keys } from '../keys.js';
import { defineScript, runScript } from '../script.js';
import type { Decision, ExtendRequest, SpendReply, SpendRequest, UndoReply, UndoRequest } from './types.js';

/** How long one call gets its own answer again where nothing was processed, and how long its undo holds; milliseconds. */
const ANSWER_TTL_MS = 30_000;

const SPEND = defineScript('spend', 3);
const UNDO = defineScript('undo', 3);

/** The order of the script's five limits. */
const LIMITED_TYPES = ['exception', 'log', 'span', 'hit', 'replay'] as const satisfies readonly EventType[];

const NO_LIMIT = -1;

/** `Allowance.spend` at a moment. @param nowMs milliseconds since 1970; 0 is Redis's clock */
export async function spend(client: Redis, request: SpendRequest, nowMs: number): Promise<SpendReply> {
  const { projectId, nonce, batchId } = request;
  assertIds(request.organizationId, request.hash, nonce, projectId, batchId);
  const reply = await runScript(client, SPEND, keysOf(request), [
    projectId,
    nonce,
    batchId,
    request.arrivalMs,
    request.types,
    request.verdicts,
    request.spikeProtection ? 1 : 0,
    request.eventsPerHour ?? NO_LIMIT,
    ...LIMITED_TYPES.map((type) => request.monthly[POOL_OF[type]] ?? NO_LIMIT),
    Math.max(1, Math.round(request.recordTtlMs)),
    ANSWER_TTL_MS,
    nowMs,
  ]);
  return replyOf(reply as [string, string, number]);
}

/** `Allowance.extend`. */
export async function extend(client: Redis, request: ExtendRequest): Promise<boolean> {
  assertIds(request.organizationId, request.hash);
  return (await client.pexpire(keys.record(request.organizationId, request.hash), request.recordTtlMs)) === 1;
}

/** The script's replies, by number. */
const UNDO_REPLIES: readonly UndoReply[] = ['nothing', 'undone', 'shared'];

/** `Allowance.undo`. */
export async function undo(client: Redis, request: UndoRequest): Promise<UndoReply> {
  assertIds(request.organizationId, request.hash, request.nonce);
  const reply = await runScript(client, UNDO, keysOf(request), [request.nonce, ANSWER_TTL_MS]);
  return UNDO_REPLIES[Number(reply)] ?? 'nothing';
}

function keysOf({ organizationId, hash, nonce }: UndoRequest): string[] {
  return [keys.ledger(organizationId), keys.record(organizationId, hash), keys.answer(organizationId, hash, nonce)];
}

function replyOf([kind, text, nowMs]: readonly [string, string, number]): SpendReply {
  switch (kind) {
    case 'decided':
    case 'recorded':
      return { kind, nowMs, ...decisionOf(text) };
    case 'no_ledger':
      return { kind };
    default:
      throw new Error('this call was undone before it arrived');
  }
}

function decisionOf(text: string): Decision {
  const [, batchId = '', arrivalMs, hour, , epoch = '', , , verdicts = ''] = text.split(' ');
  return { batchId, arrivalMs: Number(arrivalMs), hour: Number(hour), epoch, verdicts };
}

/** Ids become parts of keys and of a record: a blank or a brace would make them something else. */
function assertIds(...ids: readonly string[]): void {
  for (const id of ids) if (!/^[\w-]+$/.test(id)) throw new RangeError(`${JSON.stringify(id)} is no id`);
}
