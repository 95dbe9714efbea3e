import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
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

/** Sends each of them `count` times, one after the other. Resolves with how often each status was answered. */
export async function sendLargestBodies(
  system: System,
  project: Project,
  count: number,
): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  for (const body of bodies) {
    for (let sent = 0; sent < count; sent++) {
      const { status } = await postBatch(system, project.key, body(), { 'content-encoding': 'gzip' });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  return statuses;
}
