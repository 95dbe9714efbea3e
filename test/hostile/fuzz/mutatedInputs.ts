import * as fc from 'fast-check';

/** A change of bytes. Positions are fractions of the length, so that they stay valid after earlier changes. */
interface Mutation {
  readonly how: 'flip' | 'insert' | 'delete' | 'repeat' | 'truncate' | 'swap';
  readonly at: number;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/**
 * A capture with some bytes changed. `whole`: the head is changed too; otherwise only the body, and its length is
 * recomputed.
 */
export interface MutatedInput {
  readonly kind: 'mutated';
  readonly capture: number;
  readonly whole: boolean;
  readonly mutations: readonly Mutation[];
}

const PIECES = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\0',
  '\r\n',
  '\r\n\r\n',
  '1e999',
  '-',
  'null',
  '\\u0000',
  '\\ud800',
  '__proto__',
  '\x80',
  '\xff',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 0\r\n',
  'POST / HTTP/1.1\r\n',
  '--',
].map((text) => Uint8Array.from(Buffer.from(text, 'latin1')));

const mutation: fc.Arbitrary<Mutation> = fc.record({
  how: fc.constantFrom('flip', 'flip', 'insert', 'delete', 'repeat', 'truncate', 'swap'),
  at: fc.integer({ min: 0, max: 9_999 }),
  size: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) }, { weight: 1, arbitrary: fc.nat(2_000) }),
  bytes: fc.oneof(fc.constantFrom(...PIECES), fc.uint8Array({ minLength: 1, maxLength: 8 })),
});

/** Changes of one body. */
export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(mutation, { minLength: 1, maxLength: 6 });

/** @param captures number of captures */
export const mutatedInputs = (captures: number): fc.Arbitrary<MutatedInput> =>
  fc.record({
    kind: fc.constant('mutated' as const),
    capture: fc.nat(captures - 1),
    whole: fc.boolean(),
    mutations,
  });

function mutate(bytes: Buffer, { how, at, size, bytes: piece }: Mutation): Buffer {
  const place = Math.floor((bytes.length * at) / 10_000);
  const [before, after] = [bytes.subarray(0, place), bytes.subarray(place)];
  switch (how) {
    case 'flip':
      return Buffer.concat([before, piece, after.subarray(piece.length)]);
    case 'insert':
      return Buffer.concat([before, piece, after]);
    case 'delete':
      return Buffer.concat([before, after.subarray(size)]);
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, size), after]);
    case 'truncate':
      return after.length > size ? bytes.subarray(0, bytes.length - size) : bytes;
    case 'swap':
      return Buffer.concat([before, after.subarray(size, 2 * size), after.subarray(0, size), after.subarray(2 * size)]);
  }
}

/** Applies changes one after the other. */
export const mutatedBody = (bytes: Buffer, changes: readonly Mutation[]): Buffer => changes.reduce(mutate, bytes);

/** Serializes an input. */
export function mutatedBytes(
  { capture, whole, mutations: changes }: MutatedInput,
  captures: readonly Buffer[],
): Buffer {
  const original = captures[capture] ?? Buffer.alloc(0);
  if (whole) return mutatedBody(original, changes);
  const end = original.indexOf('\r\n\r\n') + 4;
  const body = mutatedBody(original.subarray(end), changes);
  const head = original.toString('latin1', 0, end).replace(/content-length: \d+/i, `Content-Length: ${body.length}`);
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
