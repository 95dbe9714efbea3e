import { expect, test } from '@jest/globals';
import type { Sent } from './sendBatch.js';
import { SendError } from './sendError.js';
import { sendPatiently } from './sendPatiently.js';

const BATCH = { events: [{}], agent: 'a', address: '127.0.0.1' };
const TALLY = { processed: 1, filtered: 0, rate_limited: 0, quota_exceeded: 0, invalid: 0 };
const late = new SendError('unreachable', 'No answer (timeout).');
const busy = (retryAfterMs?: number): Sent => ({ status: 503, message: 'Redis is away.', retryAfterMs });

test('the sender waits as long as the service asks for, and says so', async () => {
  const { result, waits, notes } = await sendTo(busy(7_000), { tally: TALLY });
  expect([result, waits]).toEqual([TALLY, [7_000]]);
  expect(notes).toEqual(['503 Redis is away. Trying again in 7 s.']);
});

test('the sender waits longer and longer for a machine that does not answer in time', async () => {
  const { result, waits } = await sendTo(late, late, busy(), { tally: TALLY });
  expect([result, waits]).toEqual([TALLY, [1_000, 2_000, 5_000]]);
});

test('counts a batch once that was accepted without an answer', async () => {
  expect((await sendTo(late, { status: 202, message: 'no reason given' })).result).toBeUndefined();
});

test('the sender does not repeat a batch that met a limit', async () => {
  const { result, attempts } = await sendTo({ tally: { ...TALLY, processed: 0, rate_limited: 1 } });
  expect([result, attempts]).toEqual([{ ...TALLY, processed: 0, rate_limited: 1 }, 1]);
});

test('the sender ends at once if the batch is refused, and after some ten minutes if nothing is taken', async () => {
  const refused = await sendTo({ status: 400, message: 'Not JSON.' });
  expect([String(refused.result), refused.attempts]).toEqual([expect.stringContaining('400 Not JSON.'), 1]);
  const never = await sendTo(busy());
  expect(String(never.result)).toContain('503 Redis is away.');
  expect(never.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(500_000);
});

test('the sender does not repeat what cannot succeed', async () => {
  const unknown = new SendError('failed', 'the DSN is rejected (401)');
  const { result, attempts } = await sendTo(unknown);
  expect([result, attempts]).toEqual([unknown, 1]);
});

/** Sends a batch to a service that answers these one after the other, the last one again and again. */
async function sendTo(...answers: readonly (Sent | Error)[]) {
  const [waits, notes]: [number[], string[]] = [[], []];
  let attempts = 0;
  const result = await sendPatiently(BATCH, {
    send: (batch) => {
      expect(batch).toBe(BATCH);
      const answer = answers[Math.min(attempts, answers.length - 1)];
      attempts += 1;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? busy());
    },
    wait: (ms) => Promise.resolve(waits.push(ms)),
    note: (text) => notes.push(text),
  }).catch((error: unknown) => error);
  return { result, waits, notes, attempts };
}
