import { describe, expect, test } from '@jest/globals';
import type { EventType } from '../eventTypes.js';
import { findPayloadIssue } from './findPayloadIssue.js';

const SPAN = {
  uuid: 'a',
  name: 'GET /',
  traceId: 't',
  startTime: '2026-01-01T00:00:00Z',
  endTime: '2026-01-01T00:00:01Z',
  duration: 1000,
  status: 'ok',
  metrics: {},
};

describe('the flaw of a payload', () => {
  test.each<[EventType, unknown, string, string]>([
    ['span', without('uuid'), 'payload.uuid', 'is required'],
    ['span', without('metrics'), 'payload.metrics', 'is required'],
    ['span', { ...SPAN, uuid: '' }, 'payload.uuid', 'must be 1 to 128 characters long'],
    ['span', { ...SPAN, uuid: 7 }, 'payload.uuid', 'must be of type string'],
    ['span', { ...SPAN, parentId: 7 }, 'payload.parentId', 'must be of type string or null'],
    ['span', { ...SPAN, startTime: 'noon' }, 'payload.startTime', 'must be an ISO 8601 date and time'],
    ['span', { ...SPAN, duration: '5' }, 'payload.duration', 'must be of type number'],
    ['span', { ...SPAN, status: 'failed' }, 'payload.status', 'must be one of ok, error, cancelled'],
    ['replay', { replayId: 'x'.repeat(129) }, 'payload.replayId', 'must be 1 to 128 characters long'],
    ['log', 'hello', 'payload', 'must be of type object'],
    ['hit', undefined, 'payload', 'must be of type object'],
  ])('is found in the %s %j', (type, payload, field, message) => {
    expect(findPayloadIssue(type, payload)).toEqual({ field, message });
  });

  test('returns none for a valid payload', () => {
    expect(findPayloadIssue('span', SPAN)).toBeUndefined();
  });
});

function without(field: keyof typeof SPAN): object {
  return Object.fromEntries(Object.entries(SPAN).filter(([name]) => name !== field));
}
