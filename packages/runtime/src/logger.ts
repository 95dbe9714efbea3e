import { hostname } from 'node:os';
import { pino, type Logger as PinoLogger } from 'pino';
import { loggableError } from './loggableError.js';
import { VERSION } from './version.js';

/** A structured logger: one JSON line per event, with ids and without payloads. */
export type Logger = PinoLogger;

/** Levels of pino that `LOG_LEVEL` accepts. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Identifies a replica: `<host>:<pid>`; in a container the host is the container's id. */
const instance = `${hostname()}:${process.pid}`;

/**
 * Returns a logger that writes JSON lines to stdout, each with `service`, `version` and `instance`. Errors are reduced
 * by {@link loggableError}.
 */
export function createLogger(service: string, level: (typeof LOG_LEVELS)[number] = 'info'): Logger {
  return pino({
    level,
    base: { service, version: VERSION, instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => loggableError(thrown) },
  });
}

/** A logger without output. */
export const silentLogger: Logger = pino({ level: 'silent' });
