import type { Link } from '../sql/links.js';

/** How long links last, in milliseconds. Invitations have a setting. */
export const LINK_LIFETIME_MS = { sign_in: 15 * 60_000, password_reset: 60 * 60_000 } as const;

/** Returns the address that uses a link. The page sends the token by POST: opening the address alone changes nothing. */
export const linkUrl = (baseUrl: string, purpose: Link['purpose'], secret: string): string =>
  `${baseUrl}/${purpose === 'invitation' ? 'invitation' : 'sign-in'}?token=${secret}`;
