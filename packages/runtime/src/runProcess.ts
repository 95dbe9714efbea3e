import type { Component } from './component.js';
import { endWhenUncaught } from './endWhenUncaught.js';
import { ListenError, listenError } from './listenError.js';
import type { Logger } from './logger.js';
import { ConfigError } from './readEnv.js';

/** Exit code of a process whose settings are wrong (`EX_CONFIG`). */
const EXIT_CONFIG = 78;

/**
 * Runs a component as a process: starts it, stops it on SIGINT or SIGTERM, exits 0 after a clean stop. A second signal,
 * or `deadlineMs`, ends it at once with 1. Wrong settings print one line each and exit with 78; a port that cannot be
 * had prints one line and exits with 1. An error that nobody caught is one line of the log and ends it at once with 1. What a process listens on beside its admin port is its `PORT`.
 */
export function runProcess(logger: Logger, build: () => Component, deadlineMs = 30_000): void {
  endWhenUncaught(logger, (code) => process.exit(code));
  const fail = (thrown: unknown): void => {
    const error = listenError('PORT', thrown);
    if (error instanceof ConfigError || error instanceof ListenError) {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = error instanceof ConfigError ? EXIT_CONFIG : 1;
    } else {
      logger.fatal({ err: error }, 'cannot start');
      process.exitCode = 1;
    }
  };
  let component: Component;
  try {
    component = build();
  } catch (error) {
    fail(error);
    return;
  }
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), deadlineMs).unref();
    component.stop().then(
      () => process.exit(process.exitCode ?? 0),
      (error: unknown) => {
        logger.error({ err: error }, 'stop failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  component.start().catch((error: unknown) => {
    fail(error);
    stop('failed start');
  });
}
