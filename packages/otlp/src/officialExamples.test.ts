import { describe, expect, test } from '@jest/globals';
import { eventsOf, translateBinary, translateJson } from './testing/translate.js';

/** Requests with the parts of those in opentelemetry-proto/examples. */

const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const resource = { attributes: [text('service.name', 'my.service')] };
const scope = { name: 'my.library', version: '1.0.0', attributes: [text('my.scope.attribute', 'some')] };
const ids = { traceId: '5B8EFFF798038103D269B633813FC60C', spanId: 'EEE19B7EC3C1B174' };
const contexts = { 'service.name': 'my.service', 'otel.scope.name': 'my.library' };

describe.each([
  ['JSON', translateJson],
  ['the binary encoding', translateBinary],
] as const)('the official examples in %s', (_encoding, translate) => {
  test('have a span', () => {
    const span = {
      ...ids,
      parentSpanId: 'EEE19B7EC3C1B173',
      name: "I'm a server span",
      startTimeUnixNano: '1544712660000000000',
      endTimeUnixNano: '1544712661000000000',
      kind: 2,
      attributes: [text('my.span.attr', 'some value')],
    };
    const request = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] };
    expect(eventsOf(translate('traces', request))).toEqual([
      {
        event: {
          type: 'span',
          timestamp: '2018-12-13T14:51:01.000Z',
          contexts: { ...contexts, 'my.span.attr': 'some value', kind: 'server' },
          payload: {
            uuid: 'eee19b7ec3c1b174',
            traceId: '5b8efff798038103d269b633813fc60c',
            parentId: 'eee19b7ec3c1b173',
            name: "I'm a server span",
            op: 'server',
            startTime: '2018-12-13T14:51:00.000Z',
            endTime: '2018-12-13T14:51:01.000Z',
            duration: 1_000,
            status: 'ok',
            metrics: {},
          },
        },
        isRecord: true,
      },
    ]);
  });

  test('have a log with values of each kind, and an event', () => {
    const log = {
      ...ids,
      timeUnixNano: '1544712660300000000',
      severityNumber: 10,
      severityText: 'Information',
      body: { stringValue: 'Example log record' },
      attributes: [
        text('string', 'some'),
        { key: 'boolean', value: { boolValue: true } },
        { key: 'int', value: { intValue: '10' } },
        { key: 'double', value: { doubleValue: 637.704 } },
        { key: 'array', value: { arrayValue: { values: [{ stringValue: 'many' }, { stringValue: 'values' }] } } },
        { key: 'map', value: { kvlistValue: { values: [text('some.map.key', 'some value')] } } },
      ],
    };
    const event = {
      eventName: 'browser.page_view',
      timeUnixNano: '1544712660300000000',
      severityNumber: 9,
      body: { kvlistValue: { values: [{ key: 'type', value: { intValue: '0' } }, text('title', 'Generator')] } },
    };
    const request = { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [log, event] }] }] };
    expect(eventsOf(translate('logs', request)).map((one) => one.event)).toEqual([
      {
        type: 'log',
        timestamp: '2018-12-13T14:51:00.300Z',
        contexts: { ...contexts, 'trace.id': '5b8efff798038103d269b633813fc60c', 'span.id': 'eee19b7ec3c1b174' },
        payload: {
          level: 'info',
          message: 'Example log record',
          attributes: {
            string: 'some',
            boolean: true,
            int: 10,
            double: 637.704,
            array: ['many', 'values'],
            map: { 'some.map.key': 'some value' },
          },
        },
      },
      {
        type: 'log',
        timestamp: '2018-12-13T14:51:00.300Z',
        contexts,
        payload: {
          level: 'info',
          message: '{"type":0,"title":"Generator"}',
          attributes: { 'event.name': 'browser.page_view', body: { type: 0, title: 'Generator' } },
        },
      },
    ]);
  });
});
