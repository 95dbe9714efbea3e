import { createHash } from 'node:crypto';
import { batchIdOf, timeOfId, type Part } from '@sluice/contract';
import type { TakenJob } from '@sluice/queues';

/** A job, or a piece of one, that nobody can read: kept as bytes. */
export interface UnreadablePiece {
  /** The same on every retry: made of the job's time and the piece's bytes. */
  readonly id: string;
  readonly projectId: string;
  /** Events it stands for, as far as anybody can tell. */
  readonly events: number;
  readonly publishedAtMs: number;
  readonly bytes: Buffer;
}

/** A job taken apart. */
export interface ReadJob {
  readonly parts: readonly Part[];
  readonly unreadable: readonly UnreadablePiece[];
}

/** The project of what nobody can read. */
const NO_PROJECT = '0';

/** How far clocks of gateways and Redis may be apart; a later arrival would make a partition of a time far away. */
const FUTURE_MS = 24 * 3_600_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PROJECT = /^[1-9]\d{0,17}$/;

/** The parts of a job; whatever is not one comes back as bytes (design, promise 8). Never throws. */
export function readJob(job: TakenJob): ReadJob {
  const { chunk } = job;
  if (chunk === undefined) {
    return { parts: [], unreadable: [unreadable(job, Buffer.from(job.raw), NO_PROJECT, job.events)] };
  }
  const parts: Part[] = [];
  const pieces: UnreadablePiece[] = [];
  for (const part of chunk.parts as readonly unknown[]) {
    if (isPart(part) && part.arrival <= job.publishedAtMs + FUTURE_MS) parts.push(part);
    else pieces.push(unreadable(job, Buffer.from(JSON.stringify(part)), projectOf(part), eventsIn(part)));
  }
  return { parts, unreadable: pieces };
}

function unreadable(job: TakenJob, bytes: Buffer, projectId: string, events: number): UnreadablePiece {
  const hash = createHash('sha256').update(job.id).update(bytes).digest('hex');
  return { id: batchIdOf(job.publishedAtMs, hash), projectId, events, publishedAtMs: job.publishedAtMs, bytes };
}

function isPart(value: unknown): value is Part {
  if (typeof value !== 'object' || value === null) return false;
  const part = value as Partial<Record<keyof Part, unknown>>;
  return (
    typeof part.project === 'string' &&
    PROJECT.test(part.project) &&
    typeof part.organization === 'string' &&
    isBatchId(part.batch) &&
    isWhole(part.arrival) &&
    isWhole(part.hour) &&
    [part.epoch, part.ip, part.agent].every((text) => typeof text === 'string') &&
    Array.isArray(part.events) &&
    Array.isArray(part.indexes) &&
    part.events.length === part.indexes.length &&
    part.indexes.every(isIndex)
  );
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isIndex = (value: unknown): boolean => isWhole(value) && (value as number) <= 0xfff;
const isBatchId = (value: unknown): boolean =>
  typeof value === 'string' && UUID.test(value) && Number.isFinite(timeOfId(value));

const projectOf = (part: unknown): string => {
  const project = (part as { readonly project?: unknown } | null)?.project;
  return typeof project === 'string' && PROJECT.test(project) ? project : NO_PROJECT;
};

const eventsIn = (part: unknown): number => {
  const events = (part as { readonly events?: unknown } | null)?.events;
  return Array.isArray(events) ? events.length : 0;
};
