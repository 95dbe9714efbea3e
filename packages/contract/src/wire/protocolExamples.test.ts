import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isEventType, type EventType } from '../eventTypes.js';
import { parseTimestamp } from '../timestamps.js';
import { findPayloadIssue } from './findPayloadIssue.js';

interface Example {
  readonly type: EventType;
  readonly timestamp: unknown;
  readonly payload: unknown;
}

const protocol = readFileSync(join(import.meta.dirname, '../../../../docs/protocol.md'), 'utf8');
const events = [...protocol.matchAll(/```json\n([^]*?)```/g)]
  .map(([, json = '']) => JSON.parse(json) as Example)
  .filter(({ type }) => isEventType(type));

describe('the example events of docs/protocol.md', () => {
  test('cover every type', () => {
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['exception', 'log', 'span', 'hit', 'replay']));
  });

  test.each(events)('$type is valid', ({ type, timestamp, payload }) => {
    expect(parseTimestamp(timestamp)).toBeDefined();
    expect(findPayloadIssue(type, payload)).toBeUndefined();
  });
});
