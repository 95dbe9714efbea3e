import { describe, expect, test } from '@jest/globals';
import { eventsOf, translateJson } from '../testing/translate.js';

const record = { timeUnixNano: '1795894468807999999', severityNumber: 9, body: { stringValue: 'order paid' } };
const text = (key: string, stringValue: string): object => ({ key, value: { stringValue } });

describe('a log record', () => {
  test('has its text, level, attributes, trace and span', () => {
    const traceId = '4BF92F3577B34DA6A3CE929D0E0E4736';
    const sent = {
      ...record,
      attributes: [text('orderId', 'A-17')],
      eventName: 'order',
      traceId,
      spanId: '00f067aa0ba902b7',
    };
    expect(logOf(sent)).toEqual({
      type: 'log',
      timestamp: '2026-11-28T19:34:28.807Z',
      contexts: { 'trace.id': traceId.toLowerCase(), 'span.id': '00f067aa0ba902b7' },
      payload: { level: 'info', message: 'order paid', attributes: { orderId: 'A-17', 'event.name': 'order' } },
    });
  });

  test.each([
    [1, 'trace'],
    [4, 'trace'],
    [5, 'debug'],
    [9, 'info'],
    [12, 'info'],
    [13, 'warning'],
    [17, 'error'],
    [20, 'error'],
    [21, 'fatal'],
    [24, 'fatal'],
  ])('of the severity %i has the level %s', (severityNumber, level) => {
    expect(logOf({ ...record, severityNumber, severityText: 'FATAL' }).payload).toMatchObject({ level });
  });

  test.each([
    [0, 'WARN', 'warning'],
    [undefined, 'Error', 'error'],
    [25, 'debug', 'debug'],
    [undefined, 'NOTICE', 'info'],
    [undefined, undefined, 'info'],
    ['17', 'trace', 'trace'],
  ])('of the severity %j and the text %j has the level %s', (severityNumber, severityText, level) => {
    expect(logOf({ ...record, severityNumber, severityText }).payload).toMatchObject({ level });
  });

  test.each<[string, object | undefined, object]>([
    [
      'a map',
      { kvlistValue: { values: [text('a', 'b')] } },
      { message: '{"a":"b"}', attributes: { body: { a: 'b' } } },
    ],
    ['a list', { arrayValue: { values: [{ intValue: '1' }] } }, { message: '[1]', attributes: { body: [1] } }],
    ['a number', { doubleValue: 0.5 }, { message: '0.5' }],
    ['nothing', undefined, { message: '' }],
  ])('with %s as its body has a message', (_name, body, expected) => {
    expect(logOf({ ...record, body }).payload).toEqual({ level: 'info', ...expected });
  });

  test.each([
    ['1795894468807000000', '1', '2026-11-28T19:34:28.807Z'],
    ['0', '1795894468807000000', '2026-11-28T19:34:28.807Z'],
    [undefined, 1_795_894_468_807_000_000, '2026-11-28T19:34:28.807Z'],
    ['0', undefined, '9999-12-31T23:59:59Z'],
  ])('of the time %j, observed at %j, has the timestamp %s', (timeUnixNano, observedTimeUnixNano, timestamp) => {
    expect(logOf({ ...record, timeUnixNano, observedTimeUnixNano })).toMatchObject({ timestamp });
  });

  test.each(['', '00000000000000000000000000000000'])('with the trace %j has no trace', (traceId) => {
    expect(logOf({ ...record, traceId }).contexts).toEqual({});
  });

  test.each([
    [
      { traceId: 'S/kvNXezTaajzpKdDg5HNg==' },
      'The record\'s traceId is "S/kvNXezTaajzpKdDg5HNg==" instead of 32 hexadecimal digits. OTLP in JSON encodes ids in hexadecimal, not in base64.',
    ],
    [{ spanId: 'abcd' }, "The record's spanId has 2 bytes instead of 8."],
    [{ attributes: 'a' }, "The record's attributes are not a list."],
  ])('with %j is refused', (wrong, payload) => {
    expect(logOf({ ...record, ...wrong })).toEqual({ type: 'log', timestamp: '9999-12-31T23:59:59Z', payload });
  });
});

describe('an exception of a log record', () => {
  const attributes = [
    text('exception.type', 'ValueError'),
    text('exception.message', 'no cart'),
    text('exception.stacktrace', 'Traceback'),
  ];

  test('has the level of its record, which remains a log without the stack', () => {
    expect(payloadsOf({ ...record, severityNumber: 21, attributes })).toEqual([
      {
        level: 'fatal',
        message: 'order paid',
        attributes: { 'exception.type': 'ValueError', 'exception.message': 'no cart' },
      },
      { type: 'ValueError', message: 'no cart', level: 'fatal', stack: 'Traceback' },
    ]);
  });

  test('is an error if its record has no severity, and describes a record without a body', () => {
    expect(payloadsOf({ timeUnixNano: '1', eventName: 'exception', attributes })).toMatchObject([
      { level: 'error', message: 'ValueError: no cart', attributes: { 'event.name': 'exception' } },
      { level: 'error' },
    ]);
  });

  test.each([
    [5, 'info'],
    [13, 'warning'],
  ])('of a record of the severity %i has the level %s', (severityNumber, level) => {
    expect(payloadsOf({ ...record, severityNumber, attributes })[1]).toMatchObject({ level });
  });

  test('is returned once for a span, and each time without one', () => {
    const ids = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    expect(payloadsOf({ ...record, ...ids, attributes }, { ...record, ...ids, attributes })).toHaveLength(3);
    expect(payloadsOf({ ...record, attributes }, { ...record, attributes })).toHaveLength(4);
  });
});

const requestOf = (logRecords: readonly object[]) =>
  eventsOf(translateJson('logs', { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));

const payloadsOf = (...records: readonly object[]) => requestOf(records).map(({ event }) => event.payload);

function logOf(one: object) {
  const [found] = requestOf([one]);
  if (found === undefined) throw new Error('no event');
  return found.event;
}
