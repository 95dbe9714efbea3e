import { hasAtMostCharacters, LIMITS, parseTimestamp } from '@sluice/contract';
import type { ReleaseDescription } from '@sluice/sourcemaps/statements';
import { MAX_RELEASE_URL_LENGTH, MAX_REF_LENGTH } from '@sluice/api-contract';
import { ApiError, isStorable } from '@sluice/management';
import { urlOf } from '@sluice/runtime';
import type { SentFields } from '../http/readReleaseBody.js';
import { isName } from '../isName.js';

/**
 * Returns the fields of a release to write (protocol 2.6): only those that were sent; `null` clears a field that was
 * sent empty. Unknown fields are ignored. @throws ApiError 422 `invalid_field`, which names the field
 */
export function releaseFields(sent: SentFields): ReleaseDescription {
  const version = textOf(sent, 'version') ?? '';
  if (!isName(version, LIMITS.maxRelease)) {
    throw invalidField(
      `version is required: 1 to ${LIMITS.maxRelease} characters and no control characters, equal to the SDK's release.`,
    );
  }
  return {
    version,
    ...field(sent, 'ref', 'ref', readRef),
    ...field(sent, 'url', 'url', readUrl),
    ...field(sent, spellingOf(sent), 'deployedAt', readTime),
    ...field(sent, 'notes', 'notes', readNotes),
  };
}

/**
 * Returns the sent spelling of a field: as in protocol 2.6, or camelCase as in responses. Both are accepted, but not
 * together.
 */
function spellingOf(sent: SentFields): string {
  if (!Object.hasOwn(sent, 'deployedAt')) return 'deployed_at';
  if (!Object.hasOwn(sent, 'deployed_at')) return 'deployedAt';
  throw invalidField('deployed_at is sent twice: as deployed_at and as deployedAt.');
}

const invalidField = (message: string): ApiError => new ApiError(422, 'invalid_field', message);

/** Returns the field under its internal name if it was sent. */
function field<Name extends string, T>(
  sent: SentFields,
  name: string,
  as: Name,
  read: (text: string) => T,
): Partial<Record<Name, T | null>> {
  const text = textOf(sent, name);
  if (text === undefined) return {};
  return { [as]: text === '' ? null : read(text) } as Record<Name, T | null>;
}

/** Returns the text of a field; `undefined` if it was not sent. JSON `null` counts as empty. */
function textOf(sent: SentFields, name: string): string | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  if (value === null) return '';
  throw invalidField(`${name} must be text, and sent once.`);
}

function readRef(text: string): string {
  if (isName(text, MAX_REF_LENGTH)) return text;
  throw invalidField(`ref must have at most ${MAX_REF_LENGTH} characters and no control characters.`);
}

/** A URL with a host, without characters that a browser would strip. */
const LINK = /^https?:\/\/[^\s\p{Cc}]+$/iu;

function readUrl(text: string): string {
  const isLink = hasAtMostCharacters(text, MAX_RELEASE_URL_LENGTH) && LINK.test(text) && isStorable(text);
  if (isLink && urlOf(text) !== undefined) return text;
  throw invalidField(
    `url must be a link that begins with http:// or https://, of at most ${MAX_RELEASE_URL_LENGTH} characters.`,
  );
}

function readTime(text: string): Date {
  const ms = parseTimestamp(text);
  if (ms !== undefined) return new Date(ms);
  throw invalidField('deployed_at must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.');
}

/** Limited only by the size of the body. */
function readNotes(text: string): string {
  if (isStorable(text)) return text;
  throw invalidField('notes contains NUL or an unpaired surrogate.');
}
