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

/** Returns a list of numbers: one of JSON, or packed bytes. `undefined` if it is neither, is cut, or has more than 16,384 numbers. */
export function readNumbers(list: unknown, packing: Packing): readonly number[] | undefined {
  if (list === undefined || list === null) return [];
  if (Array.isArray(list)) return list.length > MAX_NUMBERS ? undefined : readAll(list);
  if (!(list instanceof Uint8Array)) return undefined;
  return packing === 'varint' ? readVarints(list) : readWords(list, packing);
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

/** Bytes of a varint, at most. */
const MAX_VARINT = 10;

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
