import { randomUUID } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { postBatch } from '../fuzz/fuzzGround.js';

const replay = (events: string): Buffer =>
  gzipSync(
    `{"events":[{"type":"replay","timestamp":"2024-05-01","payload":{"replayId":"${randomUUID()}","events":[${events}]}}]}`,
    { level: 1 },
  );

/** The most expensive bodies within all limits: just below the maximum number of values, and of characters. */
const bodies: readonly (() => Buffer)[] = [
  () => replay(`${'{"a":1},'.repeat(330_000)}0`),
  () => replay(`${'[[1],{"k":[2]}],'.repeat(120_000)}0`),
  () => replay(`"${'x'.repeat(20_000_000)}"`),
  () => replay(`"${'\\"é'.repeat(4_000_000)}"`),
];

/** Below the maximum length of a string, so that nothing is truncated before scrubbing. */
const TEXT_LENGTH = 65_000;

/** Twenty megabytes of text that is slow to scrub, compressed to some kilobytes. */
function mostToScrub(): Buffer {
  const text = 'pwd=1&'.repeat(TEXT_LENGTH / 6);
  const attributes = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`a${index}`, text]));
  const event = { type: 'log', timestamp: '2024-05-01', payload: { message: randomUUID(), attributes } };
  // A higher compression ratio would be rejected.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return brotliCompressSync(JSON.stringify({ events: Array.from({ length: 20 }, () => event) }), {
    params,
  });
}

/** Sends it `count` times concurrently. Resolves with the number of responses by status. */
export async function sendMostToScrub(system: System, project: Project, count: number): Promise<Statuses> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => postBatch(system, project.key, mostToScrub(), { 'content-encoding': 'br' })),
  );
  return countsOf(answers.map(({ status }) => status));
}

type Statuses = Readonly<Record<string, number>>;

function countsOf(statuses: readonly number[]): Statuses {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Sends each of them `count` times, one after the other. Resolves with the number of responses by status. */
export async function sendLargestBodies(system: System, project: Project, count: number): Promise<Statuses> {
  const statuses: number[] = [];
  for (const body of bodies) {
    for (let sent = 0; sent < count; sent++) {
      statuses.push((await postBatch(system, project.key, body(), { 'content-encoding': 'gzip' })).status);
    }
  }
  return countsOf(statuses);
}
