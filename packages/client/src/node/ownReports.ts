import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientOptions } from '../core/options.js';
import { trackReportsWith } from '../core/lossReporter.js';

type Callback = NonNullable<ClientOptions['beforeSend']>;

const within = new AsyncLocalStorage<true>();

/** Recognizes events captured by `onError` and `beforeSend`, even asynchronously, and drops them to prevent recursion. */
export function withoutReports({ beforeSend, transportOptions }: ClientOptions): ClientOptions {
  trackReportsWith(() => within.getStore() === true);
  const onError = transportOptions?.onError;
  return {
    ...(beforeSend && { beforeSend: answeringAtOnce(beforeSend) }),
    ...(onError && {
      transportOptions: { ...transportOptions, onError: (...all) => within.run(true, () => onError(...all)) },
    }),
  };
}

/** A promise is too late and drops the event. */
const answeringAtOnce =
  (beforeSend: Callback): Callback =>
  (...all) => {
    const answer: unknown = within.run(true, () => beforeSend(...all));
    if (!(answer instanceof Promise)) return answer as ReturnType<Callback>;
    answer.catch(() => undefined);
    return null;
  };
