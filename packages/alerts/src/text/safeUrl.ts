import { urlOf } from '@sluice/runtime';

/** Characters that end an address in the syntax of some platform. */
const ENDS = /[()<>|"'`[\]\\\s]/g;

/** The shortest limit of a platform: Discord refuses a message with a longer link. */
const LONGEST = 2048;

/** Returns an address of ours that no syntax of a platform ends early; `undefined` if it is not http or https, or too long. */
export function safeUrl(url: string | null | undefined): string | undefined {
  const parsed = urlOf(url ?? '');
  if (parsed === undefined) return undefined;
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') return undefined;
  // Brackets of an IPv6 address cannot be encoded.
  const { origin } = parsed;
  const safe = origin + parsed.href.slice(origin.length).replace(ENDS, (found) => encoded(found));
  return safe.length > LONGEST ? undefined : safe;
}

const encoded = (found: string): string => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
