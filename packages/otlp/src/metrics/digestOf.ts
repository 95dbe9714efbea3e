import type { Json } from '@sluice/contract';
import { createHash } from 'node:crypto';

/** Hexadecimal digits of a digest. */
const LENGTH = 16;

/** Returns a digest of a value: 16 hexadecimal digits. */
export const digestOf = (value: Json): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, LENGTH);
