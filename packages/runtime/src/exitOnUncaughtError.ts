import type { Logger } from './logger.js';

/**
 * Logs an error or rejection that no code handled as one line, then calls `exit(1)`. Node itself would print all
 * properties of the error, and drivers attach the arguments of the failed command to it: a password, a whole job.
 */
export function exitOnUncaughtError(logger: Logger, exit: (code: number) => void): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    logger.fatal({ err: error, origin }, 'uncaught error');
    exit(1);
  });
}
