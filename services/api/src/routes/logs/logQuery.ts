import { LEVELS, parseLevel } from '@sluice/contract';
import type { LogFilter } from './sql/logConditions.js';
import { ApiError, described, logLevel, text, type Schema } from '@sluice/management';
import { parseAttributes } from './parseAttributes.js';

/** Query parameters that choose logs. */
export interface LogQuery {
  readonly environment?: string;
  readonly release?: string;
  readonly level?: string;
  readonly levels?: string;
  readonly query?: string;
  readonly attributes?: string;
  readonly user?: string;
  readonly trace?: string;
  readonly replay?: string;
}

/** Query schema of {@link LogQuery}, without environment and release. */
export const logQueryFields: Readonly<Record<string, Schema>> = {
  level: logLevel,
  levels: described(text(100), `Several levels with commas between them: ${LEVELS.join(', ')}.`),
  query: described(text(200), 'Part of the message, ignoring case.'),
  attributes: described(
    text(1_000),
    'Attributes or tags with their values, `key:value`, with spaces between them; a value with spaces in double quotes.',
  ),
  user: described(text(512), 'Key of the project user.'),
  trace: described(text(128), 'Only rows of this trace.'),
  replay: described(text(128), 'Only rows of this replay.'),
};

/** Parameters of {@link LogQuery} that are ids. */
export const LOG_IDS = { trace: 'trace', replay: 'replay' } as const;

/** Returns the filter of a query. @throws ApiError 400 for a level or an attribute that cannot be read */
export function logFilter(query: LogQuery): LogFilter {
  const { environment, release, user, trace, replay, query: search } = query;
  const words = [...(query.level === undefined ? [] : [query.level]), ...(query.levels?.split(',') ?? [])];
  return {
    environment,
    release,
    user,
    trace,
    replay,
    query: search,
    levels: words.length === 0 ? undefined : words.map(readLevel),
    attributes: query.attributes === undefined ? undefined : parseAttributes(query.attributes),
  };
}

function readLevel(word: string): string {
  const level = parseLevel(word.trim());
  if (level !== undefined) return level;
  throw new ApiError(400, 'bad_query', `levels: "${word.trim()}" is not a level. Levels: ${LEVELS.join(', ')}.`);
}
