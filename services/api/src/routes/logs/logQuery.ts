import { LEVELS, parseLevel } from '@sluice/contract';
import { ApiError } from '@sluice/management';
import { parseAttributes } from './parseAttributes.js';
import type { LogFilter } from './sql/logConditions.js';

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
