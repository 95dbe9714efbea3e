import { readFileSync } from 'node:fs';
import type { ChainableCommander } from 'ioredis';

/** Everything that a publish must have written for its batches to be accepted. */
export interface SealRequest {
  /** Key of the shard's counts. */
  readonly counts: string;
  readonly jobs: readonly {
    readonly key: string;
    /** Field of the counts that {@link events} are added to. */
    readonly field: string;
    readonly events: number;
  }[];
  readonly marks: readonly {
    readonly key: string;
    /** Batch id and publish token: a repeated publish recognizes its own mark. */
    readonly value: string;
    readonly ttlMs: number;
  }[];
}

/** Reply of the seal. */
export interface SealReply {
  /** Jobs of the transaction that do not exist; above 0 no mark was set. */
  readonly missing: number;
  /** Per mark, in order: whether this publish set it. */
  readonly won: readonly boolean[];
}

const SOURCE = readFileSync(new URL('../scripts/seal-publish-n.lua', import.meta.url), 'utf8');

/** Adds the seal as the last command of a transaction. It is sent with its source, so that no server can lack it. */
export function addSeal(transaction: ChainableCommander, { counts, jobs, marks }: SealRequest): void {
  const keys = [counts, ...jobs.map(({ key }) => key), ...marks.map(({ key }) => key)];
  const jobArguments = jobs.flatMap(({ field, events }) => [field, events]);
  const markArguments = marks.flatMap(({ value, ttlMs }) => [value, ttlMs]);
  transaction.eval(SOURCE, keys.length, ...keys, jobs.length, ...jobArguments, ...markArguments);
}

/** Parses the seal's reply; `undefined` if it is something else. */
export function readSeal(reply: unknown): SealReply | undefined {
  if (!Array.isArray(reply)) return undefined;
  const [missing, ...won] = reply as unknown[];
  if (typeof missing !== 'number') return undefined;
  return { missing, won: won.map((mark) => mark === 1) };
}
