import { pino, type Logger as PinoLogger } from 'pino';
import { shownError } from './shownError.js';

/** A structured logger: one JSON line for each change of state, with ids and without payloads. */
export type Logger = PinoLogger;

/** Levels of pino that a setting may name. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A logger that writes JSON lines to stdout, of errors only what {@link shownError} shows. @param service name put on every line */
export function createLogger(service: string, level: (typeof LOG_LEVELS)[number] = 'info'): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => shownError(thrown) },
  });
}

/** A logger that writes nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
