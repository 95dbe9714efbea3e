import { describe, expect, test } from '@jest/globals';
import { schemaOf } from './payloadDescription.js';
import { PAYLOADS } from './validators.js';

describe('the JSON schema of a payload', () => {
  test('has every rule of a payload whose fields are validated', () => {
    expect(schemaOf(PAYLOADS.span)).toEqual({
      type: 'object',
      required: ['uuid', 'name', 'traceId', 'startTime', 'endTime', 'duration', 'status', 'metrics'],
      properties: {
        uuid: { type: 'string', format: 'identifier' },
        name: { type: 'string' },
        traceId: { type: 'string', format: 'identifier' },
        parentId: { type: ['string', 'null'], format: 'identifier' },
        startTime: { type: 'string', format: 'timestamp' },
        endTime: { type: 'string', format: 'timestamp' },
        duration: { type: 'number', minimum: 0 },
        op: { type: ['string', 'null'] },
        status: { enum: ['ok', 'error', 'cancelled'] },
        metrics: { type: 'object' },
      },
    });
  });

  test('has only the formats of the other payloads, whose fields may have any type', () => {
    expect(schemaOf(PAYLOADS.replay)).toEqual({
      type: 'object',
      properties: { replayId: { format: 'identifier' } },
    });
    for (const payload of [PAYLOADS.exception, PAYLOADS.log, PAYLOADS.hit]) {
      expect(schemaOf(payload)).toEqual({ type: 'object' });
    }
  });
});
