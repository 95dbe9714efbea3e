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

/** The dearest bodies that are within every ceiling: values just below their number, and text just below its length. */
const bodies: readonly (() => Buffer)[] = [
  () => replay(`${'{"a":1},'.repeat(330_000)}0`),
  () => replay(`${'[[1],{"k":[2]}],'.repeat(120_000)}0`),
  () => replay(`"${'x'.repeat(20_000_000)}"`),
  () => replay(`"${'\\"é'.repeat(4_000_000)}"`),
];

/** Below what a string is cut to, so that nothing of it goes before it is scrubbed. */
const TEXT_LENGTH = 65_000;

/** Twenty megabytes of what takes longest to scrub, in some kilobytes. */
function mostToScrub(): Buffer {
  const text = 'pwd=1&'.repeat(TEXT_LENGTH / 6);
  const attributes = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`a${index}`, text]));
  const event = { type: 'log', timestamp: '2024-05-01', payload: { message: randomUUID(), attributes } };
  // Better compressed it would be refused for its ratio.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  return brotliCompressSync(JSON.stringify({ events: Array.from({ length: 20 }, () => event) }), {
    params,
  });
}

/** Sends it `count` times at once. Resolves with how often each status was answered. */
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

/** Sends each of them `count` times, one after the other. Resolves with how often each status was answered. */
export async function sendLargestBodies(system: System, project: Project, count: number): Promise<Statuses> {
  const statuses: number[] = [];
  for (const body of bodies) {
    for (let sent = 0; sent < count; sent++) {
      statuses.push((await postBatch(system, project.key, body(), { 'content-encoding': 'gzip' })).status);
    }
  }
  return countsOf(statuses);
}
