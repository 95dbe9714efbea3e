import { describe, expect, test } from '@jest/globals';
import type { OtlpEvent } from '../event.js';
import { READER, eventsOf, translateBytes, translateJson } from '../testing/translate.js';

const IDS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const named = (prefix: string, length: number): object[] =>
  Array.from({ length }, (_, index) => ({ key: `${prefix}${index}`, value: { intValue: 1 } }));

describe('a resource with thousands of attributes', () => {
  const attributes = [
    ...named('service.', 2_000),
    ...named('other.', 2_000),
    { key: 'service.version', value: { stringValue: '1.2.0' } },
  ];
  const resource = { attributes };

  test('has 50 contexts, a context `resource` of 200 attributes, and its release', () => {
    const contexts = logsOf([{}])[0]?.contexts ?? {};
    expect(Object.keys(contexts)).toEqual([
      ...Array.from({ length: 50 }, (_, index) => `service.${index}`),
      'release',
      'resource',
    ]);
    expect(Object.keys(contexts['resource'] ?? {})).toEqual(
      Array.from({ length: 200 }, (_, index) => `service.${index + 50}`),
    );
  });

  test('shares its contexts with all log records without a span', () => {
    const [first, second] = logsOf([{}, {}]);
    expect(first?.contexts).toBe(second?.contexts);
  });

  test('shares the context `resource` with all log records', () => {
    const [first, second] = logsOf([IDS, { ...IDS, spanId: 'b7ad6b7169203331' }]);
    expect(first?.contexts?.['span.id']).not.toBe(second?.contexts?.['span.id']);
    expect(first?.contexts?.['resource']).toBe(second?.contexts?.['resource']);
  });

  test('has one object of contexts for all exceptions of a span', () => {
    const events = named('', 2).map((attribute) => ({
      name: 'exception',
      attributes: [{ key: 'exception.type', value: { stringValue: JSON.stringify(attribute) } }],
    }));
    const span = { ...IDS, startTimeUnixNano: '1', endTimeUnixNano: '2', events };
    const request = { resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] };
    const [, first, second] = eventsOf(translateJson('traces', request));
    expect(second?.event.type).toBe('exception');
    expect(first?.event.contexts).toBe(second?.event.contexts);
  });

  const logsOf = (logRecords: readonly object[]): OtlpEvent[] =>
    eventsOf(translateJson('logs', { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })).map(
      ({ event }) => event,
    );
});

test('a scope without records is not read', () => {
  const read = new Set<object[]>();
  const scopeOf = (logRecords: object[]): object => ({
    logRecords,
    get scope() {
      read.add(logRecords);
      return { name: 'http' };
    },
  });
  const records = [{}];
  const request = { resourceLogs: [{ scopeLogs: [scopeOf([]), scopeOf(records), scopeOf([])] }] };
  // eslint-disable-next-line require-yield -- one step
  const parse = function* (): Generator<undefined, unknown> {
    return request;
  };
  translateBytes('logs', 'json', Buffer.alloc(0), { ...READER, parse });
  expect([...read]).toEqual([records]);
});
