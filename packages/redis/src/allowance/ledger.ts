import { randomBytes } from 'node:crypto';
import type { RedisClient } from '../connection/redisClient.js';
import { endOfMonth, hourOf, monthOf, startOfHour, startOfMonth } from '@sluice/contract';
import { keys } from '../keys.js';
import { defineScript, runScript } from '../script.js';
import { codesOfPool, isPast, seedFields, viewOf } from './ledgerFields.js';
import type { Anchor, LedgerSeed, LedgerView } from './types.js';

const SEED = defineScript('seed', 1);
const COMPLETE_SEED = defineScript('completeSeed', 1);
const REANCHOR = defineScript('reanchor', 1);
const FORGET = defineScript('forget', 1);

/** Fields of one step of a scan, and of one call that drops some: short enough not to be felt by the hot path. */
const SCAN_COUNT = 500;

/** One ledger, and the moment of the call: milliseconds since 1970, 0 is Redis's clock. */
export interface LedgerContext {
  readonly client: RedisClient;
  readonly organizationId: string;
  readonly nowMs: number;
}

/** `Allowance.seed`. */
export async function seedLedger(context: LedgerContext, seed: LedgerSeed | null): Promise<'created' | 'exists'> {
  const { client, organizationId, nowMs } = context;
  // First, so that no ledger is ever out of the list.
  await client.sadd(keys.organizations, organizationId);
  const epoch = randomBytes(8).toString('hex');
  const fields = seed === null ? [] : seedFields(seed);
  const args = [epoch, seed === null ? 1 : 0, nowMs, ...fields];
  return (await runScript(client, SEED, [keys.ledger(organizationId)], args)) === 1 ? 'created' : 'exists';
}

/** `Allowance.completeSeed`. */
export async function completeSeed(context: LedgerContext, epoch: string, seed: LedgerSeed): Promise<boolean> {
  const args = [epoch, context.nowMs, ...seedFields(seed)];
  return (await runScript(context.client, COMPLETE_SEED, [keys.ledger(context.organizationId)], args)) === 1;
}

/** `Allowance.reanchor`. */
export async function reanchor(context: LedgerContext, epoch: string, anchor: Anchor): Promise<boolean> {
  const { pool, month, throughHour, storedTotal } = anchor;
  const [firstHour, lastHour] = [hourOf(startOfMonth(month)), hourOf(endOfMonth(month)) - 1];
  const args = [epoch, codesOfPool(pool), month, firstHour, lastHour, throughHour, storedTotal, context.nowMs];
  return (await runScript(context.client, REANCHOR, [keys.ledger(context.organizationId)], args)) === 1;
}

/** `Allowance.readLedger`: scanned in steps; a ledger that was replaced meanwhile is read again from the start. */
export async function readLedger(client: RedisClient, organizationId: string): Promise<LedgerView | undefined> {
  const ledger = keys.ledger(organizationId);
  for (;;) {
    const epoch = await client.hget(ledger, 'epoch');
    if (epoch === null) return undefined;
    const fields = await scanFields(client, ledger);
    if ((await client.hget(ledger, 'epoch')) === epoch) return viewOf(epoch, fields);
  }
}

/** `Allowance.forget`. */
export async function forget(context: LedgerContext, epoch: string, beforeHour: number): Promise<number> {
  const beforeMonth = monthOf(startOfHour(beforeHour));
  return dropFields(context, { epoch, sinceHour: beforeHour }, (field) => isPast(field, beforeHour, beforeMonth));
}

/** `Allowance.forgetRefusals`. */
export async function forgetRefusals(context: LedgerContext, epoch: string, beforeHour: number): Promise<number> {
  const isDue = (field: string): boolean => /^[xy]:/.test(field) && isPast(field, beforeHour, 0);
  // A month is rebuilt from permissions, and knows as many of their hours as before.
  return dropFields(context, { epoch, sinceHour: 0 }, isDue);
}

async function dropFields(
  { client, organizationId }: LedgerContext,
  { epoch, sinceHour }: { readonly epoch: string; readonly sinceHour: number },
  isDue: (field: string) => boolean,
): Promise<number> {
  const ledger = keys.ledger(organizationId);
  const due = [...(await scanFields(client, ledger)).keys()].filter(isDue);
  let gone = 0;
  for (let at = 0; at < due.length; at += SCAN_COUNT) {
    const args = [epoch, sinceHour, ...due.slice(at, at + SCAN_COUNT)];
    gone += Number(await runScript(client, FORGET, [ledger], args));
  }
  return gone;
}

/** `Allowance.organizations`. */
export async function organizationsWithLedger(client: RedisClient): Promise<string[]> {
  const known = await client.smembers(keys.organizations);
  const exists = await Promise.all(known.map((organizationId) => client.exists(keys.ledger(organizationId))));
  return known.filter((_, index) => exists[index] === 1);
}

async function scanFields(client: RedisClient, ledger: string): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  let cursor = '0';
  do {
    const [next, entries] = await client.hscan(ledger, cursor, 'COUNT', SCAN_COUNT);
    for (let at = 0; at + 1 < entries.length; at += 2) fields.set(String(entries[at]), String(entries[at + 1]));
    cursor = next;
  } while (cursor !== '0');
  return fields;
}
