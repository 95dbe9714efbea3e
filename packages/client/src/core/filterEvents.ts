import type { ExceptionPayload } from './event.js';
import type { ClientOptions } from './options.js';

/** Filter options; each has a default. */
export interface EventFilters {
  /** Drops exceptions whose message, or `Type: message`, contains a string or matches a pattern. */
  readonly ignoreErrors?: readonly (string | RegExp)[];
  /** Drops exceptions thrown in a file whose URL contains a string or matches a pattern. */
  readonly denyUrls?: readonly (string | RegExp)[];
  /** Drops exceptions thrown in any other file. Exceptions without a known file are sent. */
  readonly allowUrls?: readonly (string | RegExp)[];
  /** Share of exceptions that are sent, 0 to 1; default 1. */
  readonly sampleRate?: number;
}

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/**
 * Returns a `beforeSend` that drops exceptions; other types pass. Drops count as `before_send`.
 *
 * @param next called for events that pass
 */
export const filterEvents =
  (filters: EventFilters, next: BeforeSend = (event) => event): BeforeSend =>
  (event, hint) =>
    event.type === 'exception' && isDropped(event.payload, filters) ? null : next(event, hint);

function isDropped(
  payload: ExceptionPayload,
  { ignoreErrors = [], denyUrls = [], allowUrls, sampleRate = 1 }: EventFilters,
): boolean {
  const { type, message } = payload;
  const file = fileOf(payload);
  return (
    matches(message, ignoreErrors) ||
    matches(`${type}: ${message}`, ignoreErrors) ||
    (file !== undefined && (matches(file, denyUrls) || (allowUrls !== undefined && !matches(file, allowUrls)))) ||
    Math.random() >= sampleRate
  );
}

/** `search` ignores `lastIndex` of global patterns. */
const matches = (text: string, patterns: readonly (string | RegExp)[]): boolean =>
  patterns.some((one) => (typeof one === 'string' ? text.includes(one) : text.search(one) >= 0));

/** A URL in an unparsed stack. */
const ADDRESS = /[\w+.-]+:\/\/[^\s()]+/;

/** File of the newest frame that has one; `undefined` if none has. */
const fileOf = ({ frames, stack }: ExceptionPayload): string | undefined =>
  frames?.find(({ file }) => file !== undefined && !/^(?:<anonymous>|native|\[native code\])$/.test(file))?.file ??
  ADDRESS.exec(stack ?? '')?.[0];
