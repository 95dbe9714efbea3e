import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientOptions } from '../core/options.js';
import { knowReportsBy } from '../core/told.js';

type Callback = NonNullable<ClientOptions['beforeSend']>;

const within = new AsyncLocalStorage<true>();

/** What `onError` and `beforeSend` report is known from now on, however late they do, and not sent: each would hear of it. */
export function withoutReports({ beforeSend, transportOptions }: ClientOptions): ClientOptions {
  knowReportsBy(() => within.getStore() === true);
  const onError = transportOptions?.onError;
  return {
    ...(beforeSend && { beforeSend: answeringAtOnce(beforeSend) }),
    ...(onError && {
      transportOptions: { ...transportOptions, onError: (...all) => within.run(true, () => onError(...all)) },
    }),
  };
}

/** What it would answer later is too late, and drops the event. */
const answeringAtOnce =
  (beforeSend: Callback): Callback =>
  (...all) => {
    const answer: unknown = within.run(true, () => beforeSend(...all));
    if (!(answer instanceof Promise)) return answer as ReturnType<Callback>;
    answer.catch(() => undefined);
    return null;
  };
