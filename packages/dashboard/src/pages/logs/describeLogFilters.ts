/** What logs are filtered by. */
export interface LogFilterValues {
  readonly query?: string | undefined;
  readonly attributes?: string | undefined;
  readonly levels?: string | undefined;
  readonly user?: string | undefined;
  readonly trace?: string | undefined;
  readonly environment?: string | undefined;
  readonly release?: string | undefined;
}

/** Returns what a log must be to be listed, in words: `contains “timeout”`; empty without a filter. */
export function describeLogFilters(values: LogFilterValues): readonly string[] {
  const { query, attributes, levels, user, trace, environment, release } = values;
  return [
    query === undefined ? '' : `contains “${query}”`,
    attributes === undefined ? '' : `has ${attributes}`,
    levels === undefined ? '' : `has the level ${levels.replaceAll(',', ' or ')}`,
    user === undefined ? '' : `is of ${user}`,
    trace === undefined ? '' : `is of the trace ${trace.slice(0, 8)}`,
    environment === undefined ? '' : `is of the environment ${environment === '' ? '(none)' : environment}`,
    release === undefined ? '' : `is of the release ${release}`,
  ].filter((words) => words !== '');
}
