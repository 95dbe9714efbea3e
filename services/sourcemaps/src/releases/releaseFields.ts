import { hasAtMostCharacters, LIMITS, parseTimestamp } from '@sluice/contract';
import type { ReleaseDescription } from '@sluice/db';
import { ApiError, isStorable, MAX_RELEASE_URL_LENGTH, MAX_REF_LENGTH } from '@sluice/management';
import type { SentFields } from '../http/readReleaseBody.js';
import { isName } from '../isName.js';

/**
 * What is written of a release (protocol 2.6): only what was sent; `null` clears what was sent empty. Throws a 422
 * `invalid_field` that names the field; unknown fields are ignored.
 */
export function releaseFields(sent: SentFields): ReleaseDescription {
  const version = textOf(sent, 'version') ?? '';
  if (!isName(version, LIMITS.maxRelease)) {
    throw invalidField(
      `version is needed: 1 to ${LIMITS.maxRelease} characters, no control characters among them, as in the SDK's release.`,
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

/** A form field's name as in protocol 2.6, or its camelCase name in answers. Both are accepted, one at a time. */
function spellingOf(sent: SentFields): string {
  if (!Object.hasOwn(sent, 'deployedAt')) return 'deployed_at';
  if (!Object.hasOwn(sent, 'deployed_at')) return 'deployedAt';
  throw invalidField('deployed_at is sent twice: as deployed_at and as deployedAt.');
}

const invalidField = (message: string): ApiError => new ApiError(422, 'invalid_field', message);

/** The field under its name here where it was sent. */
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

/** The text of a field; `undefined` where it was not sent. `null` in JSON is an empty one. */
function textOf(sent: SentFields, name: string): string | undefined {
  const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (value === undefined || typeof value === 'string') return value;
  if (value === null) return '';
  throw invalidField(`${name} must be text, and sent once.`);
}

function readRef(text: string): string {
  if (isName(text, MAX_REF_LENGTH)) return text;
  throw invalidField(`ref may have ${MAX_REF_LENGTH} characters, no control characters among them.`);
}

/** With a host, and nothing that a browser would cut from it. */
const LINK = /^https?:\/\/[^\s\p{Cc}]+$/iu;

function readUrl(text: string): string {
  if (hasAtMostCharacters(text, MAX_RELEASE_URL_LENGTH) && LINK.test(text) && isStorable(text) && URL.canParse(text))
    return text;
  throw invalidField(
    `url must be a link that begins with http:// or https://, of at most ${MAX_RELEASE_URL_LENGTH} characters.`,
  );
}

function readTime(text: string): Date {
  const ms = parseTimestamp(text);
  if (ms !== undefined) return new Date(ms);
  throw invalidField('deployed_at must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.');
}

/** As long as a body may be. */
function readNotes(text: string): string {
  if (isStorable(text)) return text;
  throw invalidField('notes contains NUL or an unpaired surrogate.');
}
