import { describe, expect, test } from '@jest/globals';
import { LIMITS, type StoreIp } from '@sluice/contract';
import { Rejection } from '../http/answer.js';
import { incomingBatch, NO_ADMISSION } from '../testing/batches.js';
import { ARRIVAL_MS } from '../testing/facts.js';
import { newProject } from '../testing/gatewayHarness.js';
import { compileProject } from '../settings/compileProject.js';
import { admitAsOf, admitBatch } from './admitBatch.js';

/** More than 1 MiB, from which a body is parsed in steps. */
const node = { type: 3, data: { text: 'x'.repeat(900), mail: 'ann@example.com' }, timestamp: 1 };
const events = Array.from({ length: 1_300 }, (_, index) => ({ ...node, timestamp: index }));
const timestamp = new Date(ARRIVAL_MS).toISOString();
const replay = { type: 'replay', timestamp, contexts: { 'user.ip': '1.2.3.4' }, payload: { replayId: 'r', events } };

/** Half as large as a replay may be. */
const LARGE_REPLAY = {
  ...replay,
  payload: { replayId: 'r', events: Array.from({ length: 80 }, () => ({ data: { text: 'x'.repeat(65_000) } })) },
};

async function admit(text: string, settings: { scrub?: boolean; storeIp?: StoreIp } = {}) {
  const project = compileProject({ ...newProject(settings), projectId: '7', organizationId: '1' });
  const batch = incomingBatch({ bytes: Buffer.from(text), project });
  const admitted = await admitBatch(batch, () => true, NO_ADMISSION);
  if (admitted instanceof Rejection) return admitted;
  const again = admitAsOf(ARRIVAL_MS - 5, batch, admitted, NO_ADMISSION);
  expect(again.serialized.map(textOf)).toEqual(admitted.serialized.map(textOf));
  return admitted.serialized.map((event) => JSON.parse(textOf(event) ?? 'null') as unknown);
}

const textOf = (event: { readonly json: Buffer } | undefined): string | undefined => event?.json.toString();

describe('a large recording', () => {
  test.each<[string, { scrub?: boolean; storeIp?: StoreIp }, object]>([
    ['is kept', {}, { 'user.ip': '1.2.3.4' }],
    ['is kept if the rest of its event changes', { storeIp: 'off' }, {}],
    ['is kept if the rest of its event is scrubbed', { scrub: true }, { 'user.ip': '1.2.3.4' }],
  ])('%s', async (_name, settings, contexts) => {
    expect(await admit(JSON.stringify({ events: [replay] }), settings)).toEqual([{ ...replay, contexts }]);
  });

  test.each([true, false])('has no text that cannot be stored (scrubbed: %s)', async (scrub) => {
    const text = JSON.stringify({ events: [replay] }).replace('"x', '"\\u0000\\ud800x');
    const [first, ...others] = events;
    const cleaned = { ...first, data: { ...node.data, text: `\uFFFD\uFFFD${node.data.text}` } };
    expect(await admit(text, { scrub })).toEqual([
      { ...replay, payload: { replayId: 'r', events: [cleaned, ...others] } },
    ]);
  });

  test('is measured without escapes', async () => {
    const text = JSON.stringify({ events: [LARGE_REPLAY] }).replaceAll('xxxx', '\\u0078x\\u0078x');
    expect(text.length).toBeGreaterThan(LIMITS.maxReplayBytes);
    // Comparing the values takes seconds.
    expect(JSON.stringify(await admit(text)) === JSON.stringify([LARGE_REPLAY])).toBe(true);
  });

  test('that is broken makes its batch malformed', async () => {
    const text = JSON.stringify({ events: [replay] });
    for (const broken of [text.replace('"type":3', '"type":3x'), text.replace('},{', '},,{'), text.slice(0, -1)]) {
      expect(await admit(broken)).toMatchObject({ status: 400, code: 'malformed_json' });
    }
  });

  test('of broken UTF-8 is kept with U+FFFD', async () => {
    const text = JSON.stringify({ events: [replay] });
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf('"x') + 1] = 0xff;
    const admitted = await admitBatch(incomingBatch({ bytes }), () => true, NO_ADMISSION);
    expect(admitted instanceof Rejection ? undefined : textOf(admitted.serialized[0])).toContain('"\uFFFDxx');
  });
});
