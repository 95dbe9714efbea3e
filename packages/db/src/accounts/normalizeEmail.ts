import { TenancyError } from '../tenancyError.js';

/** RFC 5321 limits a path to 256 octets with its brackets. */
const MAX_LENGTH = 254;
/** One `@`, no spaces or control characters; whether the address works is for the mail server to say. */
const EMAIL = /^[^\s@\p{Cc}\p{Cs}<>"(),:;\\[\]]{1,64}@[^\s@\p{Cc}\p{Cs}<>"(),:;\\[\]]+$/u;

/** Returns the form in which texts of the same address are equal: NFC, in lower case, without surrounding spaces. */
export const foldEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase();

/** Returns an email address as it is stored: folded. @throws TenancyError `invalid` */
export function normalizeEmail(text: string): string {
  const email = foldEmail(text);
  if (email.length <= MAX_LENGTH && EMAIL.test(email)) return email;
  throw new TenancyError('invalid', `email: "${text.slice(0, 60)}" is not an email address such as ada@example.com`);
}
