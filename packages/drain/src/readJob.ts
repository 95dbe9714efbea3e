import { createHash } from 'node:crypto';
import { HOUR_MS, batchIdOf, MAX_EVENT_INDEX, startOfHour, timeOfId, type Part } from '@sluice/contract';
import type { AcquiredJob } from '@sluice/queues';

/** A job, or an entry of one, that cannot be parsed; stored as bytes. */
export interface UnreadablePiece {
  /** Equal on every retry: derived from the job's time and the bytes. */
  readonly id: string;
  readonly projectId: string;
  /** Number of events in it, if known. */
  readonly events: number;
  readonly publishedAtMs: number;
  readonly bytes: Buffer;
}

/** The contents of a job. */
export interface ReadJob {
  readonly parts: readonly Part[];
  readonly unreadable: readonly UnreadablePiece[];
}

/** The project of an unreadable entry. */
const NO_PROJECT = '0';

/**
 * Most difference in milliseconds between times of one part: a batch id contains the start of its window, which is a day
 * at most, and clocks of gateways and Redis differ. A larger difference would create useless partitions and usage rows.
 */
const MAX_SKEW_MS = 25 * HOUR_MS;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const PROJECT = /^[1-9]\d{0,17}$/;
const EPOCH = /^[\w.:-]{1,64}$/;
/** An address with its zone, or other text that a proxy wrote in its place. */
const ADDRESS = /^[\x20-\x7e]{0,100}$/;

const VISITOR = /^[\w-]{1,64}$/;

/** Returns the parts of a job; an entry that is not a valid part is returned as bytes (design 3.8). Never throws. */
export function readJob(job: AcquiredJob): ReadJob {
  const chunk = job.parse();
  if (chunk === undefined) {
    return { parts: [], unreadable: [unreadable(job, Buffer.from(job.raw), NO_PROJECT, job.events)] };
  }
  const parts: Part[] = [];
  const pieces: UnreadablePiece[] = [];
  for (const part of chunk.parts as readonly unknown[]) {
    if (isPart(part, job.publishedAtMs)) parts.push(part);
    else pieces.push(unreadable(job, Buffer.from(JSON.stringify(part)), projectOf(part), eventsIn(part)));
  }
  return { parts, unreadable: pieces };
}

function unreadable(job: AcquiredJob, bytes: Buffer, projectId: string, events: number): UnreadablePiece {
  const hash = createHash('sha256').update(job.id).update(bytes).digest('hex');
  return { id: batchIdOf(job.publishedAtMs, hash), projectId, events, publishedAtMs: job.publishedAtMs, bytes };
}

function isPart(value: unknown, publishedAtMs: number): value is Part {
  if (typeof value !== 'object' || value === null) return false;
  const part = value as Partial<Record<keyof Part, unknown>>;
  return (
    matches(PROJECT, part.project) &&
    matches(PROJECT, part.organization) &&
    matches(EPOCH, part.epoch) &&
    matches(ADDRESS, part.ip) &&
    typeof part.agent === 'string' &&
    (part.visitor === undefined || matches(VISITOR, part.visitor)) &&
    areTimes(part, publishedAtMs) &&
    Array.isArray(part.events) &&
    Array.isArray(part.indexes) &&
    part.events.length === part.indexes.length &&
    part.indexes.every(isIndex)
  );
}

/**
 * Whether batch and arrival are of one time, and the charge came between that and the publish: a batch that lay in a spool
 * is charged, and published, days after it arrived.
 */
function areTimes({ arrival, hour, batch }: Partial<Record<keyof Part, unknown>>, publishedAtMs: number): boolean {
  if (!isWhole(arrival) || !isWhole(hour) || !matches(UUID, batch)) return false;
  const chargedAtMs = startOfHour(hour);
  return (
    Math.abs(timeOfId(batch) - arrival) <= MAX_SKEW_MS &&
    arrival <= publishedAtMs + MAX_SKEW_MS &&
    chargedAtMs >= arrival - MAX_SKEW_MS &&
    chargedAtMs <= publishedAtMs + MAX_SKEW_MS
  );
}

const matches = (form: RegExp, value: unknown): value is string => typeof value === 'string' && form.test(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isIndex = (value: unknown): boolean => isWhole(value) && value <= MAX_EVENT_INDEX;

const projectOf = (part: unknown): string => {
  const project = (part as { readonly project?: unknown } | null)?.project;
  return matches(PROJECT, project) ? project : NO_PROJECT;
};

const eventsIn = (part: unknown): number => {
  const events = (part as { readonly events?: unknown } | null)?.events;
  return Array.isArray(events) ? events.length : 0;
};
