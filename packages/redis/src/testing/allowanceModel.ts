import { POOL_OF, VERDICTS, typeOfCode, type EventType, type Pool } from '@sluice/contract';
import type {
  Anchor,
  Decision,
  LedgerView,
  SpendReply,
  SpendRequest,
  SpooledRequest,
  UndoReply,
  UndoRequest,
} from '../allowance/types.js';
import { hourNumber, monthNumber } from './calendar.js';
import {
  TYPES,
  chargeOf,
  entriesOf,
  isAnythingProcessed,
  processedInPool,
  processedOf,
  type Charge,
} from './charge.js';

interface Ledger {
  readonly epoch: string;
  provisional: boolean;
  /** Charges of other epochs it was seeded with, and the hour of the seed. */
  seeded: readonly Charge[];
  seededAt: number;
  since: number;
  readonly first: Map<string, number>;
  readonly anchors: Map<string, Anchor>;
  /** The last hour in which events of a project were processed. */
  readonly lastHour: Map<string, number>;
  forgottenBefore: number;
}

/** The owner of a record that more than one call was given. */
const SHARED = '*';

interface Remembered {
  readonly nonce: string;
  readonly decision: Decision;
  readonly charge: Charge;
}

/**
 * The allowance of one organization, written from protocol 3.1 and 8, the slow and plain way: every
 * number is counted from the list of all charges. Time is given; nothing expires unless requested.
 */
export class AllowanceModel {
  charges: Charge[] = [];
  ledger: Ledger | undefined;
  readonly records = new Map<string, Remembered>();
  readonly answers = new Map<string, Remembered | 'undone'>();

  spend(request: SpendRequest, nowMs: number): SpendReply | 'undone' {
    const answer = this.answers.get(`${request.hash}:${request.nonce}`);
    if (answer === 'undone') return 'undone';
    const record = this.records.get(request.hash);
    const known = answer ?? record;
    if (answer === undefined && record !== undefined && record.nonce !== request.nonce) {
      this.records.set(request.hash, { ...record, nonce: SHARED });
    }
    if (known !== undefined) return { kind: 'recorded', ...known.decision, nowMs };
    const ledger = this.ledger;
    if (ledger === undefined) return { kind: 'no_ledger' };
    const verdicts = this.decide(ledger, request, nowMs);
    const { batchId, arrivalMs, projectId, nonce } = request;
    const decision = { batchId, arrivalMs, hour: hourNumber(nowMs), epoch: ledger.epoch, verdicts };
    const charge = chargeOf({ epoch: ledger.epoch, projectId, ms: nowMs }, { ...request, verdicts });
    this.charges.push(charge);
    const isProcessed = verdicts.includes('p');
    if (isProcessed && !ledger.first.has(projectId)) ledger.first.set(projectId, nowMs);
    if (isProcessed) ledger.lastHour.set(projectId, hourNumber(nowMs));
    const remembered = { nonce, decision, charge };
    if (isProcessed) this.records.set(request.hash, remembered);
    else this.answers.set(`${request.hash}:${nonce}`, remembered);
    const quota = request.bytesPerHour;
    const bytesLeft = quota === null ? null : Math.max(0, quota - this.bytes(ledger, projectId, hourNumber(nowMs)));
    return { kind: 'decided', ...decision, nowMs, bytesLeft };
  }

  /** A batch from a gateway's spool: charged once, without limits, independent of other batches with the same bytes. */
  chargeSpooled(request: SpooledRequest, nowMs: number): SpendReply {
    const { hash, nonce, batchId, arrivalMs, projectId } = request;
    const call = `${hash}:${nonce}`;
    const record = this.records.get(hash);
    const answer = this.answers.get(call);
    if (answer === 'undone') throw new Error('the charge of a spooled batch is never undone');
    const isSame = (known: Decision): boolean =>
      known.batchId === batchId || Math.abs(known.arrivalMs - arrivalMs) < request.windowMs;
    const shared = record !== undefined && isSame(record.decision) ? record : undefined;
    if (answer === undefined && shared !== undefined) {
      this.records.set(hash, { ...shared, nonce: shared.nonce === nonce ? nonce : SHARED });
      this.answers.set(call, shared);
    }
    const known = answer ?? shared;
    if (known !== undefined) return { kind: 'recorded', ...known.decision, nowMs };
    const ledger = this.ledger;
    if (ledger === undefined) return { kind: 'no_ledger' };
    const verdicts = request.verdicts.replaceAll('.', 'p');
    const decision = { batchId, arrivalMs, hour: hourNumber(nowMs), epoch: ledger.epoch, verdicts };
    const charge = chargeOf({ epoch: ledger.epoch, projectId, ms: nowMs }, { ...request, verdicts });
    this.charges.push(charge);
    const isProcessed = verdicts.includes('p');
    if (isProcessed && !ledger.first.has(projectId)) ledger.first.set(projectId, nowMs);
    if (isProcessed) ledger.lastHour.set(projectId, hourNumber(nowMs));
    const remembered = { nonce, decision, charge };
    this.answers.set(call, remembered);
    if (isProcessed && record === undefined && request.recordTtlMs > 0) this.records.set(hash, remembered);
    return { kind: 'decided', ...decision, nowMs, bytesLeft: null };
  }

  undo({ hash, nonce }: UndoRequest): UndoReply {
    const record = this.records.get(hash);
    const answer = this.answers.get(`${hash}:${nonce}`);
    const known = record?.nonce === nonce ? record : answer;
    this.answers.set(`${hash}:${nonce}`, 'undone');
    if (known === undefined || known === 'undone') return record?.nonce === SHARED ? 'shared' : 'nothing';
    if (known === record) this.records.delete(hash);
    this.charges = this.charges.filter((charge) => charge !== known.charge);
    return 'undone';
  }

  /** Redis is lost: ledger, records and answers. Jobs that wait elsewhere are stored later, the others never. */
  lose(keepsJobs: boolean): void {
    this.ledger = undefined;
    this.records.clear();
    this.answers.clear();
    this.charges = this.charges.filter((charge) => charge.stored || keepsJobs);
  }

  seed(epoch: string, nowMs: number, isProvisional: boolean): void {
    this.ledger = {
      epoch,
      provisional: isProvisional,
      seeded: [],
      seededAt: nowMs,
      since: hourNumber(nowMs) - 2,
      first: new Map(),
      anchors: new Map(),
      lastHour: new Map(),
      forgottenBefore: 0,
    };
    if (!isProvisional) this.completeSeed(this.ledger, nowMs);
  }

  completeSeed(ledger: Ledger, nowMs: number): void {
    ledger.provisional = false;
    ledger.seeded = this.charges.filter((charge) => charge.stored && charge.epoch !== ledger.epoch);
    ledger.seededAt = nowMs;
    ledger.since = Math.max(ledger.since, hourNumber(nowMs) - 2);
    for (const charge of this.charges.filter(({ stored }) => stored).filter(isAnythingProcessed)) {
      ledger.first.set(charge.projectId, Math.min(charge.ms, ledger.first.get(charge.projectId) ?? Infinity));
    }
  }

  reanchor(ledger: Ledger, anchor: Anchor, nowMs: number): boolean {
    const from = anchor.throughHour + 1;
    const isOver = monthNumber(ledger.since * 3_600_000) > anchor.month;
    if (ledger.provisional || anchor.throughHour >= hourNumber(nowMs)) return false;
    if (from < ledger.since || isOver) return false;
    ledger.anchors.set(`${anchor.pool} ${anchor.month}`, anchor);
    return true;
  }

  /** @param gone whether there was anything to forget; otherwise the ledger knows as much as before */
  forget(ledger: Ledger, beforeHour: number, gone: number): void {
    if (gone === 0) return;
    ledger.forgottenBefore = Math.max(ledger.forgottenBefore, beforeHour);
    ledger.since = Math.max(ledger.since, beforeHour);
  }

  /** Expected result of `readLedger`, without zeros. */
  view(ledger: Ledger): LedgerView {
    const own = this.charges.filter(({ epoch }) => epoch === ledger.epoch);
    const known = [...own, ...seededHours(ledger)].filter(({ hour }) => hour >= ledger.forgottenBefore);
    const accepted = known.flatMap((charge) =>
      TYPES.map((type) => ({ ...placeOf(charge), type, count: processedOf(charge, type) })),
    );
    const refusals = own
      .filter(({ hour }) => hour >= ledger.forgottenBefore)
      .flatMap((charge) =>
        charge.refused.flatMap(([typeCode, code]) => {
          const type = typeOfCode(typeCode);
          const verdict = VERDICTS[code];
          if (type === undefined || verdict === undefined || verdict.outcome === 'processed') return [];
          return [{ ...placeOf(charge), type, outcome: verdict.outcome, reason: verdict.reason, count: 1 }];
        }),
      );
    const entries = entriesOf(own.filter(({ hour }) => hour >= ledger.forgottenBefore));
    const monthsKnown = new Set([...own, ...ledger.seeded].map(({ month }) => month));
    for (const { month } of ledger.anchors.values()) monthsKnown.add(month);
    const months = [...monthsKnown]
      .filter((month) => month >= monthNumber(ledger.forgottenBefore * 3_600_000))
      .flatMap((month) => POOLS.map((pool) => ({ pool, month, count: this.used(ledger, pool, month) })));
    const bytes = [...ledger.lastHour].map(([projectId, hour]) => ({
      projectId,
      hour,
      bytes: this.bytes(ledger, projectId, hour),
    }));
    return { epoch: ledger.epoch, provisional: ledger.provisional, accepted, refusals, entries, bytes, months };
  }

  /** Protocol 3.1 steps 4 and 5, event by event in batch order. */
  private decide(ledger: Ledger, request: SpendRequest, nowMs: number): string {
    const { projectId } = request;
    const hour = hourNumber(nowMs);
    const taken = new Map<EventType, number>();
    const takenOf = (type: EventType): number => taken.get(type) ?? 0;
    const bytesUsed = this.bytes(ledger, projectId, hour);
    let bytesTaken = 0;
    const accepted = once((type: EventType, at: number) => this.accepted(ledger, { projectId, type, hour: at }));
    const used = once((pool: Pool, month: number) => this.used(ledger, pool, month));
    const first = ledger.first.get(projectId);
    const isArmed = request.spikeProtection && first !== undefined && nowMs - first > 2 * 3_600_000;
    return Array.from(request.verdicts)
      .map((verdict, index) => {
        const type = typeOfCode(request.types.charAt(index));
        if (verdict !== '.' || type === undefined || type === 'unknown') return verdict;
        const spikeCap = Math.max(1000, accepted(type, hour - 1) + accepted(type, hour - 2));
        const isLifted = request.lift?.hour === hour && request.lift.types.includes(type);
        if (isArmed && !isLifted && accepted(type, hour) + takenOf(type) >= spikeCap) return 's';
        const together = CAPPED.reduce((sum, each) => sum + accepted(each, hour) + takenOf(each), 0);
        if (isCapped(type) && request.eventsPerHour !== null && together >= request.eventsPerHour) return 't';
        const size = request.sizes[index] ?? 0;
        if (request.bytesPerHour !== null && bytesUsed + bytesTaken + size > request.bytesPerHour) return 'v';
        const quota = request.monthly[POOL_OF[type]];
        const takenOfPool = TYPES.filter((each) => POOL_OF[each] === POOL_OF[type]).reduce(
          (sum, each) => sum + takenOf(each),
          0,
        );
        if (quota !== null && used(POOL_OF[type], monthNumber(nowMs)) + takenOfPool >= quota) return 'u';
        taken.set(type, takenOf(type) + 1);
        bytesTaken += size;
        return 'p';
      })
      .join('');
  }

  private bytes(ledger: Ledger, projectId: string, hour: number): number {
    return this.charges
      .filter((charge) => charge.epoch === ledger.epoch && charge.projectId === projectId && charge.hour === hour)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  }

  private accepted(ledger: Ledger, of: { projectId: string; type: EventType; hour: number }): number {
    return [...this.charges.filter(({ epoch }) => epoch === ledger.epoch), ...seededHours(ledger)]
      .filter(({ projectId, hour }) => projectId === of.projectId && hour === of.hour)
      .reduce((sum, charge) => sum + processedOf(charge, of.type), 0);
  }

  private used(ledger: Ledger, pool: Pool, month: number): number {
    const own = this.charges.filter((charge) => charge.epoch === ledger.epoch && charge.month === month);
    const inMonth = (charge: Charge): boolean => charge.month === month;
    const sum = (charges: readonly Charge[]): number =>
      charges.reduce((total, charge) => total + processedInPool(charge, pool), 0);
    const anchor = ledger.anchors.get(`${pool} ${month}`);
    if (anchor === undefined) {
      const isSeedMonth = monthNumber(ledger.seededAt) === month;
      return sum(own) + (isSeedMonth ? sum(ledger.seeded.filter(inMonth)) : 0);
    }
    const after = [...own, ...seededHours(ledger).filter(inMonth)];
    return anchor.storedTotal + sum(after.filter(({ hour }) => hour > anchor.throughHour));
  }
}

const POOLS = ['errors', 'logs', 'spans', 'metrics', 'replays'] as const;
const CAPPED = ['exception', 'log', 'hit', 'replay'] as const;
const isCapped = (type: EventType): boolean => CAPPED.some((each) => each === type);

/** A seed holds the hour it was made in and the two before it. */
const seededHours = (ledger: Ledger): Charge[] =>
  ledger.seeded.filter(({ hour }) => hour >= hourNumber(ledger.seededAt) - 2);

const placeOf = ({ projectId, hour }: Charge): { projectId: string; hour: number } => ({ projectId, hour });

/** `count` with a cache: only `taken` changes while a batch is decided. */
function once<K extends string>(count: (of: K, at: number) => number): (of: K, at: number) => number {
  const known = new Map<string, number>();
  return (of, at) => {
    const value = known.get(`${of} ${at}`) ?? count(of, at);
    known.set(`${of} ${at}`, value);
    return value;
  };
}
