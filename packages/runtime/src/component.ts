import type { Logger } from './logger.js';

/** Something with a lifetime. `start` resolves when it works; `stop` finishes what was begun and releases everything. */
export interface Component {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A {@link Component} with a name for messages. */
export interface NamedComponent extends Component {
  readonly name: string;
}

/**
 * One component out of many: started in the given order, stopped in the reverse one. Consumers are listed before
 * producers, so that they start first and stop last. A start that fails half-way stops what had started.
 */
export function composeComponents(parts: readonly NamedComponent[], logger: Logger): Component {
  let started: NamedComponent[] = [];
  const stop = async (): Promise<void> => {
    const toStop = started.reverse();
    started = [];
    for (const part of toStop) {
      await part.stop().catch((error: unknown) => logger.error({ err: error, part: part.name }, 'stopping failed'));
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
 * One component out of parts that do not need each other: started and stopped side by side, so that the slowest one is
 * what it takes. A start that fails stops what had started; failures to stop are logged.
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
