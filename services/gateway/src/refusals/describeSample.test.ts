import { describe, expect, test } from '@jest/globals';
import { runCooperatively } from '@sluice/runtime';
import { describeSample } from './describeSample.js';

describe('the text of a sample', () => {
  test('is the scrubbed JSON of the event', async () => {
    const text = await textOf({
      type: 'log',
      contexts: { 'user.email': 'ada@example.com', 'user.ip': '203.0.113.7', 'user.ip_address': '203.0.113.8' },
      payload: { message: 'mail to ada@example.com', password: 'hunter2', count: 3 },
    });
    expect(JSON.parse(text)).toMatchObject({ type: 'log', payload: { count: 3 } });
    expect(text).not.toMatch(/ada@example|hunter2|203\.0/);
  });

  test.each([[5], ['text'], [null], [[1, 2]]])('of %j, which is not an object, is its JSON', async (value) => {
    expect(JSON.parse(await textOf(value))).toEqual(value);
  });

  test('leaves out the recording of a replay', async () => {
    const text = await textOf({ type: 'replay', payload: { replayId: 'r1', events: [{ data: 'secret page' }] } });
    expect(JSON.parse(text)).toEqual({ type: 'replay', payload: { replayId: 'r1' } });
  });

  test.each(['a', 'é', '€', '😀'])(
    'of long texts of %s has at most 4,096 bytes and no broken character',
    async (letter) => {
      const text = await textOf({ type: 'log', payload: { message: letter.repeat(5_000) } });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
      expect(Buffer.byteLength(text)).toBeGreaterThan(4_080);
      expect(text).toMatch(/^\{"type":"log".*…$/);
      expect(text).not.toContain('\uFFFD');
    },
  );
});

function textOf(value: unknown): Promise<string> {
  return runCooperatively(describeSample(Buffer.from(JSON.stringify(value))));
}
