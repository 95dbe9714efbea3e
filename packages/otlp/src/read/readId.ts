import { cut } from '@sluice/contract';

/** A malformed id. */
export interface IdProblem {
  /** A sentence without its subject: `is not 32 hexadecimal digits`. */
  readonly problem: string;
}

const HEX = /^[\da-f]*$/i;
const ZEROS = /^0*$/;

/** Characters of a malformed id that a problem repeats. */
const SHOWN = 40;

/**
 * Returns an id in lower-case hexadecimal digits; empty if there is none, or only zeros, which stand for none.
 *
 * @param value bytes, or hexadecimal digits in JSON
 * @param length of an id in bytes
 */
export function readId(value: unknown, length: 8 | 16): string | IdProblem {
  if (value === undefined || value === null) return '';
  if (Buffer.isBuffer(value)) return ofDigits(value.toString('hex'), length);
  if (typeof value !== 'string') return { problem: 'is not a string' };
  if (HEX.test(value)) return ofDigits(value.toLowerCase(), length);
  return {
    problem: `is ${JSON.stringify(cut(value, SHOWN))} instead of ${2 * length} hexadecimal digits. OTLP in JSON encodes ids in hexadecimal, not in base64`,
  };
}

function ofDigits(digits: string, length: number): string | IdProblem {
  if ((digits === '' || digits.startsWith('0')) && ZEROS.test(digits)) return '';
  return digits.length === 2 * length ? digits : { problem: `has ${digits.length / 2} bytes instead of ${length}` };
}
