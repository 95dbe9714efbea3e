import { createHash, randomUUID } from 'node:crypto';
import { batchIdOf, hourOf, JOB_VERSION, type AcceptedEvent, type Part } from '@sluice/contract';
import type { Database, LogRow } from '@sluice/db';
import type { AcquiredJob } from '@sluice/queues';
import { noDetails, type StoreDefinition } from '../definition.js';
import { makeRow } from '../makeRow.js';

/** Messages that make an event of {@link testLogs} fail, and where. */
export const BAD = {
  /** The step that makes its row throws. */
  step: 'fail in toRow',
  /** `COPY` refuses it, and names its line. */
  row: 'nul \0 inside',
  /** A valid row whose derived data causes a data error. */
  derived: 'fail in derive as data',
  /** The same, by a fault of our own code. */
  fold: 'fail in derive as a fault',
} as const;

/** Logs with events that fail wherever a test wants them to. */
export const testLogs: StoreDefinition<'logs'> = {
  type: 'log',
  table: 'logs',
  partitioned: [],
  readDetails: noDetails,
  toRow: (event, facts): LogRow => {
    const { message } = event.payload;
    if (typeof message !== 'string') throw new Error('no message');
    if (message === BAD.step) throw new TypeError('no row can be made');
    return makeRow(event, facts, { level: 'info', message, attributes: null });
  },
  derive: async (tx, stored) => {
    if (stored.some(({ row }) => row.message === BAD.fold)) throw new TypeError('cannot be folded');
    if (stored.some(({ row }) => row.message === BAD.derived)) await tx.client.query("select '\\x'::int");
  },
};

/** A part of log events with these messages, of a batch that no other test has. */
export function makePart(messages: readonly string[], more: Partial<Part> = {}): Part {
  const arrival = more.arrival ?? Date.now();
  const hash = createHash('sha256').update(randomUUID()).digest('hex');
  return {
    project: '1',
    organization: '1',
    batch: batchIdOf(arrival, hash),
    arrival,
    hour: hourOf(arrival),
    epoch: 'epoch-1',
    ip: '192.0.2.1',
    agent: 'test',
    indexes: messages.map((_, index) => index),
    events: messages.map((message) => makeEvent(message)),
    ...more,
  };
}

/** A log event of a known user. @param ms when it happened */
export const makeEvent = (message: string, ms = 0): AcceptedEvent => ({
  type: 'log',
  timestamp: new Date(ms).toISOString(),
  contexts: { 'user.id': 'u1' },
  payload: { message },
});

/** A log event of the same user, with an email. @param ms when it happened */
export const makeUserEvent = (message: string, email: string, ms = 0): AcceptedEvent => ({
  ...makeEvent(message, ms),
  contexts: { 'user.id': 'u1', 'user.email': email },
});

/** `count` messages of their own. */
export const messages = (count: number, name = 'm'): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);

/** A job that holds these parts, as a consumer hands it over. */
export function makeJob(parts: readonly Part[], more: Partial<AcquiredJob> = {}): AcquiredJob {
  const chunk = { version: JOB_VERSION, type: 'log' as const, parts };
  const events = parts.reduce((sum, part) => sum + part.events.length, 0);
  return {
    id: randomUUID(),
    shard: 0,
    starts: 1,
    publishedAtMs: Date.now(),
    events,
    parse: () => chunk,
    raw: JSON.stringify(chunk),
    ...more,
  };
}

/** Returns the stored logs of a project. */
export interface Stored {
  readonly messages: readonly string[];
  readonly letters: readonly { readonly reason: string; readonly sqlstate: string | null; readonly events: number }[];
  readonly processed: number;
}

/** Reads {@link Stored} in one snapshot; messages in order. */
export const readStored = (db: Database, project = '1'): Promise<Stored> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((kysely) => readStoredIn(kysely, project));

async function readStoredIn(kysely: Database['kysely'], project: string): Promise<Stored> {
  const rows = await kysely.selectFrom('logs').select('message').where('project_id', '=', project).execute();
  const letters = await kysely
    .selectFrom('dead_letters')
    .select(['reason', 'sqlstate', 'events'])
    .where('project_id', '=', project)
    .orderBy('id')
    .execute();
  const usage = await kysely
    .selectFrom('usage')
    .select('count')
    .where('project_id', '=', project)
    .where('outcome', '=', 'processed')
    .execute();
  return {
    messages: rows.map(({ message }) => message).sort(),
    letters,
    processed: usage.reduce((sum, { count }) => sum + Number(count), 0),
  };
}
