import type { Logger } from './logger.js';

/**
 * Node prints all that it knows of an error which nobody caught, and drivers put into theirs the arguments of the command
 * that failed: a password, a job. A logger shows what may be shown. A rejection that nobody handles comes here, too.
 */
export function endWhenUncaught(logger: Logger, exit: (code: number) => void): void {
  process.on('uncaughtException', (error: unknown, origin) => {
    logger.fatal({ err: error, origin }, 'caught by nobody');
    exit(1);
  });
}
