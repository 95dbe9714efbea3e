import { describe, expect, test } from '@jest/globals';
import { isObject } from '@sluice/contract';
import { capturesOf, inflatedBody } from '@sluice/testkit/captures';
import fc from 'fast-check';
import { otlp } from './generated/otlp.js';
import { REQUESTS } from './testing/arbitraryRequests.js';
import { decodeWithPbf } from './testing/decodeWithPbf.js';
import { encodeRequest } from './testing/encodeRequest.js';

const { TracesRequest, LogsRequest } = otlp as unknown as Readonly<
  Record<'TracesRequest' | 'LogsRequest', { readonly decode: (bytes: Uint8Array) => object }>
>;
const GENERATED = { traces: TracesRequest, logs: LogsRequest };

describe.each(['traces', 'logs'] as const)('%s', (signal) => {
  const expectAlike = (bytes: Uint8Array): void => {
    expect(plain(decodeWithPbf(signal, bytes))).toEqual(plain(GENERATED[signal].decode(bytes)));
  };

  test('of any values are decoded as by another decoder', () => {
    fc.assert(
      fc.property(REQUESTS[signal], (request) => expectAlike(encodeRequest(signal, request))),
      { numRuns: 200 },
    );
  });

  test('of an exporter are decoded as by another decoder', () => {
    const name = signal === 'traces' ? 'trace' : 'logs';
    for (const capture of capturesOf('otel-js-0.223.0-proto', name)) expectAlike(inflatedBody(capture));
  });
});

/** Fields of which exactly one is set, also to what is otherwise a default. */
const KINDS = new Set([
  'stringValue',
  'boolValue',
  'intValue',
  'doubleValue',
  'arrayValue',
  'kvlistValue',
  'bytesValue',
]);

/** Returns what both decoders represent differently alike: names in camel case, no defaults, bytes as text, integers as doubles. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const { high, low } = value;
  if (typeof high === 'number' && typeof low === 'number') {
    return (value['unsigned'] === true ? high >>> 0 : high) * 2 ** 32 + (low >>> 0);
  }
  const kind = Object.hasOwn(value, 'string_value') ? [value['value']] : undefined;
  const fields = Object.entries(value)
    .filter(([name]) => kind === undefined || kind.includes(name))
    .map(
      ([name, field]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), plain(field)] as const,
    );
  return Object.fromEntries(fields.filter(([name, field]) => KINDS.has(name) || !isDefault(field)));
}

const isDefault = (field: unknown): boolean =>
  field === undefined || field === null || field === '' || field === 0 || (Array.isArray(field) && field.length === 0);
