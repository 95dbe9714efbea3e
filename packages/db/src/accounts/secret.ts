import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as 43 base64url characters. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of {@link newSecret}. Other texts are never looked up. */
export const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/**
 * Returns the SHA-256 of a secret, the only form in which it is stored. Lookups are by digest: their duration reveals
 * something about a hash that an attacker cannot choose, and nothing about the secret.
 */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
