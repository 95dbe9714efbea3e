import type { Json, LogQuery } from '@sluice/contract';

/** The parts of a log that a query looks at. */
export interface QueriedLog {
  readonly level: string;
  /** The message in lower case. */
  readonly lowerMessage: () => string;
  readonly environment: string | null;
  /** `undefined`: it has none. */
  readonly attributes: Readonly<Record<string, Json>> | undefined;
}

/**
 * Whether a log has all that the query gives: one of the levels, the text as part of the message (ignoring case), the attributes
 * with these values (numbers, booleans, lists and objects as their JSON), and the environment. A log without an environment has
 * the empty one.
 * @param query its text is in lower case
 */
export function matchesLogQuery(log: QueriedLog, { levels, text, attributes, environment }: LogQuery): boolean {
  if (levels !== undefined && levels.length > 0 && !levels.includes(log.level)) return false;
  if (environment !== undefined && environment !== (log.environment ?? '')) return false;
  if (attributes !== undefined && !hasAttributes(log.attributes, attributes)) return false;
  return text === undefined || log.lowerMessage().includes(text);
}

function hasAttributes(actual: QueriedLog['attributes'], expected: NonNullable<LogQuery['attributes']>): boolean {
  return Object.entries(expected).every(
    ([key, value]) => actual !== undefined && Object.hasOwn(actual, key) && asText(actual[key]) === value,
  );
}

const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : JSON.stringify(value);
