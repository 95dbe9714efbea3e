import * as fc from 'fast-check';
import { type DocumentedOperation } from '../../e2e/support/apiDocument.js';
import { hostileText, hostileValue } from './hostileValues.js';

/** A request to an operation of the API document. */
export interface ReadInput {
  readonly kind: 'read';
  readonly operation: number;
  /** Values of the path parameters, except organization and project. */
  readonly id: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body: unknown;
}

const usual = fc.constantFrom(
  '1',
  '5',
  '100',
  '2024-01-01',
  '2024-01-01T00:00:00Z',
  'error',
  'info',
  'hour',
  'day',
  'count',
  'p95',
  'true',
);

/** @param cursors of real lists, which are also sent damaged */
function valueOf(cursors: readonly string[]): fc.Arbitrary<string> {
  const damaged = fc
    .tuple(fc.constantFrom('', ...cursors), fc.nat(200), fc.string({ maxLength: 3 }))
    .map(([cursor, at, piece]) => cursor.slice(0, at) + piece + cursor.slice(at + piece.length));
  const forged = hostileValue.map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'));
  return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 3, arbitrary: hostileText }, damaged, forged);
}

/** Reads and changes with arbitrary parameters, ids and bodies. */
export function readInputs(
  operations: readonly DocumentedOperation[],
  cursors: readonly string[],
): fc.Arbitrary<ReadInput> {
  const value = valueOf(cursors);
  return fc.nat(operations.length - 1).chain((index) => {
    const names = (operations[index]?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
    const name = names.length === 0 ? hostileText : fc.constantFrom(...names);
    return fc.record({
      kind: fc.constant('read' as const),
      operation: fc.constant(index),
      id: fc.oneof(fc.constantFrom('1', '0', 'x', '00000000-0000-0000-0000-000000000000'), hostileText),
      query: fc.uniqueArray(fc.tuple(name, value), { maxLength: 3, selector: ([one]) => one }),
      body: hostileValue,
    });
  });
}

const LONGEST_TARGET = 12_000;

/** Encodes any string, including lone surrogates. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** Returns the URL of an input, truncated if the headers would be too large. */
export function addressOf(input: ReadInput, operation: DocumentedOperation, path: string): string {
  const [organization = '', project = ''] = path.split('/');
  const id = encoded(input.id) || '_';
  const address = operation.address.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'org' ? organization : name === 'project' ? project : id,
  );
  const query = input.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const target = query === '' ? address : `${address}?${query}`;
  return target.slice(0, LONGEST_TARGET).replace(/%[0-9A-F]?$/, '');
}
