import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger as PinoLogger } from 'pino';
import { shownError } from './shownError.js';

/** A structured logger: one JSON line for each change of state, with ids and without payloads. */
export type Logger = PinoLogger;

/** Levels of pino that a setting may name. */
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The version of Sluice that this process runs: all workspaces share one. */
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};

/** Distinguishes replicas: `<host>:<pid>`; in a container the host is the container's id. */
const instance = `${hostname()}:${process.pid}`;

/**
 * A logger that writes JSON lines to stdout, each with `service`, `version` and `instance`. Of an error it writes only
 * what {@link shownError} shows.
 */
export function createLogger(service: string, level: (typeof LOG_LEVELS)[number] = 'info'): Logger {
  return pino({
    level,
    base: { service, version, instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => shownError(thrown) },
  });
}

/** A logger that writes nothing. */
export const silentLogger: Logger = pino({ level: 'silent' });
