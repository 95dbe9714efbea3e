import { digestOf, type Database } from '@sluice/db';
import { useRecoveryCode } from '../sql/recoveryCodes.js';
import { useTotpStep } from '../sql/totp.js';
import type { Credentials } from '../sql/credentials.js';
import { Secret, TOTP } from 'otpauth';
import { randomBytes } from 'node:crypto';

const PERIOD_MS = 30_000;
const RECOVERY_CODES = 10;

/** Returns a new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label = ''): TOTP => new TOTP({ issuer: 'Sluice', label, secret });

/** Returns the `otpauth:` URI that authenticator apps read from a QR code. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns the time step of a code, at most one period off; `undefined` if the code is wrong. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = totpOf(secret).validate({ token: digits, timestamp: nowMs, window: 1 });
  return delta === null ? undefined : Math.floor(nowMs / PERIOD_MS) + delta;
}

/** Returns codes of 80 random bits, each of which replaces a one-time code once. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: toBuffer(randomBytes(10)) }).base32.toLowerCase(),
  ).map((code) => code.match(/.{4}/g)?.join('-') ?? code);

const toBuffer = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Returns the form of a recovery code that is stored. */
export const recoveryDigest = (code: string): Buffer => digestOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''));

/** Uses a one-time code or a recovery code of a user. Returns false if it is wrong or was used before. */
export async function consumeCode(
  db: Database,
  { user, totpSecret }: Credentials,
  code: string,
  nowMs: number,
): Promise<boolean> {
  const step = totpSecret === null ? undefined : stepOfCode(totpSecret, code, nowMs);
  if (step !== undefined) return useTotpStep(db, user.id, step);
  return useRecoveryCode(db, user.id, recoveryDigest(code));
}
