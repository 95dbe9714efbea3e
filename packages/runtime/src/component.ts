import type { Logger } from './logger.js';

/**
 * A part with a lifetime. `start` resolves when it is ready; `stop` finishes work in progress and releases all
 * resources.
 */
export interface Component {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A {@link Component} with a name for messages. */
export interface NamedComponent extends Component {
  readonly name: string;
}

/**
 * Combines components: they start in the given order and stop in the reverse order. List consumers before producers, so
 * that they start first and stop last. If a start fails, the started ones are stopped.
 */
export function composeComponents(parts: readonly NamedComponent[], logger: Logger): Component {
  let started: NamedComponent[] = [];
  const stop = async (): Promise<void> => {
    const toStop = started.reverse();
    started = [];
    for (const part of toStop) {
      await part
        .stop()
        .catch((error: unknown) => logger.error({ err: error, part: part.name }, 'component failed to stop'));
    }
  };
  const start = async (): Promise<void> => {
    for (const part of parts) {
      try {
        await part.start();
        started.push(part);
      } catch (error) {
        await stop();
        throw error;
      }
    }
  };
  return { start, stop };
}

/**
 * Combines independent components: they start and stop in parallel. If a start fails, the started ones are stopped.
 * Failures to stop are logged.
 */
export function composeInParallel(name: string, parts: readonly NamedComponent[], logger: Logger): NamedComponent {
  const lines = parts.map((part) => composeComponents([part], logger));
  const stop = async (): Promise<void> => {
    await Promise.all(lines.map((line) => line.stop()));
  };
  const start = async (): Promise<void> => {
    const starts = await Promise.allSettled(lines.map((line) => line.start()));
    const failed = starts.find((one) => one.status === 'rejected');
    if (failed === undefined) return;
    await stop();
    throw failed.reason;
  };
  return { name, start, stop };
}
