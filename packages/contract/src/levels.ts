/** Levels of logs, the most severe first. */
export const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug', 'trace'] as const;

/** Levels of exceptions, the most severe first. */
export const EXCEPTION_LEVELS = ['fatal', 'error', 'warning', 'info'] as const;

/** One of {@link LEVELS}. */
export type Level = (typeof LEVELS)[number];

/** The other spelling of `warning` that inputs may use: what `console` and most loggers call it. */
export const WARNING_ALIAS = 'warn';

/** The level that a text names, `warn` being `warning`; `undefined` for any other text. */
export const parseLevel = (text: string): Level | undefined =>
  LEVELS.find((level) => level === (text === WARNING_ALIAS ? 'warning' : text));
