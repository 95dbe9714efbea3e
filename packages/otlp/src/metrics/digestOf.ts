import type { Json } from '@sluice/contract';
import { hash } from 'node:crypto';

/** Hexadecimal digits of a digest. */
const LENGTH = 16;

/** Returns a digest of a value: 16 hexadecimal digits. */
export const digestOf = (value: Json): string => hash('sha256', JSON.stringify(value)).slice(0, LENGTH);
