import { describe, expect, test } from '@jest/globals';
import { WIRE_TYPES, isEnvelope, isValidPayload, parseTimestamp, type EventType } from '@sluice/contract';
import { curlLine, sampleBatch } from './sampleBatch.js';

interface SampleEvent {
  readonly type: EventType;
  readonly timestamp: string;
  readonly payload: unknown;
}

describe('the first batch', () => {
  const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  const batch = sampleBatch(nowMs);

  test('has a valid event of every type with the current time', () => {
    expect(isEnvelope(batch)).toBe(true);
    const events = batch.events as readonly SampleEvent[];
    expect(events.map(({ type }) => type).sort()).toEqual([...WIRE_TYPES].sort());
    for (const { type, timestamp, payload } of events) {
      expect([type, isValidPayload[type](payload)]).toEqual([type, true]);
      expect(parseTimestamp(timestamp)).toBe(nowMs);
    }
  });

  test('is one line that a shell passes unchanged', () => {
    const line = curlLine('http://localhost:8000', 'a'.repeat(32), nowMs);
    expect(line).toMatch(/^curl -sS http:\/\/localhost:8000\/api\/envelope [^\n']*('[^'\n]*'[^\n']*)*$/);
    const body = /-d '(.*)'$/.exec(line)?.[1] ?? '';
    expect(isEnvelope(JSON.parse(body))).toBe(true);
  });
});
