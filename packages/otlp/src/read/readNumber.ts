/**
 * Returns a number of either encoding: a double, or a 64-bit integer, which loses digits beyond 2^53. May be NaN or infinite. `undefined`
 * if there is none.
 */
export function readNumber(value: unknown): number | undefined {
  // Without the sign of `-0`, which JSON does not write.
  if (typeof value === 'number') return value + 0;
  if (typeof value === 'string') return value.trim() === '' ? undefined : Number(value) + 0;
  const { high, low, unsigned } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof high !== 'number' || typeof low !== 'number') return undefined;
  return (unsigned === true ? high >>> 0 : high) * 2 ** 32 + (low >>> 0);
}

/** How a packed list is encoded. */
export type Packing = 'fixed64' | 'double' | 'varint';

/** Numbers of one list, at most. */
const MAX_NUMBERS = 16_384;

/** Bytes of a varint, at most. */
const MAX_VARINT = 10;

/**
 * Returns a list of numbers: one of JSON, or pieces of packed bytes. `undefined` if it is neither, is cut, or has more than 16,384
 * numbers or pieces.
 */
export function readNumbers(list: unknown, packing: Packing): readonly number[] | undefined {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list) || list.length > MAX_NUMBERS) return undefined;
  return list.length > 0 && list.every(isBytes) ? readPacked(list, packing) : readAll(list);
}

const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

function readPacked(pieces: readonly Uint8Array[], packing: Packing): readonly number[] | undefined {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > MAX_NUMBERS * MAX_VARINT) return undefined;
  const [first] = pieces;
  const bytes = pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
  return packing === 'varint' ? readVarints(bytes) : readWords(bytes, packing);
}

function readAll(list: readonly unknown[]): readonly number[] | undefined {
  const numbers = list.map(readNumber);
  return numbers.every((number) => number !== undefined) ? numbers : undefined;
}

const WORD = 8;

function readWords(bytes: Uint8Array, packing: 'fixed64' | 'double'): readonly number[] | undefined {
  const length = bytes.length / WORD;
  if (!Number.isInteger(length) || length > MAX_NUMBERS) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length }, (_, index) => {
    const at = index * WORD;
    return packing === 'double' ? view.getFloat64(at, true) + 0 : Number(view.getBigUint64(at, true));
  });
}

function readVarints(bytes: Uint8Array): readonly number[] | undefined {
  const numbers: number[] = [];
  let [value, scale, length] = [0, 1, 0];
  for (const byte of bytes) {
    value += (byte & 127) * scale;
    scale *= 128;
    length += 1;
    if (length > MAX_VARINT || numbers.length === MAX_NUMBERS) return undefined;
    if (byte >= 128) continue;
    numbers.push(value);
    [value, scale, length] = [0, 1, 0];
  }
  return length === 0 ? numbers : undefined;
}
