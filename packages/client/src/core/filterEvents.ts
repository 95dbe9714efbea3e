import type { ExceptionPayload } from './event.js';
import type { ClientOptions } from './options.js';

/** Which exceptions are sent; each has a default. */
export interface EventFilters {
  /** Drops exceptions whose message, or `Type: message`, contains a text or matches a pattern. */
  readonly ignoreErrors?: readonly (string | RegExp)[];
  /** Drops exceptions that were thrown in a file whose address contains a text or matches a pattern. */
  readonly denyUrls?: readonly (string | RegExp)[];
  /** Drops exceptions that were thrown in any other file. Those without a known file are sent. */
  readonly allowUrls?: readonly (string | RegExp)[];
  /** Share of the exceptions that are sent, 0 to 1: 1. */
  readonly sampleRate?: number;
}

type BeforeSend = NonNullable<ClientOptions['beforeSend']>;

/**
 * Returns a `beforeSend` that drops exceptions; events of other types pass. What is dropped is counted as `before_send`.
 *
 * @param next is called for what passes
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

/** `search` ignores where a global pattern stopped the last time. */
const matches = (text: string, patterns: readonly (string | RegExp)[]): boolean =>
  patterns.some((one) => (typeof one === 'string' ? text.includes(one) : text.search(one) >= 0));

/** An address in a stack that was not read here. */
const ADDRESS = /[\w+.-]+:\/\/[^\s()]+/;

/** The file of the newest frame that has one; `undefined` where none is known. */
const fileOf = ({ frames, stack }: ExceptionPayload): string | undefined =>
  frames?.find(({ file }) => file !== undefined && !/^(?:<anonymous>|native|\[native code\])$/.test(file))?.file ??
  ADDRESS.exec(stack ?? '')?.[0];
