import { makeEvent, type WireEvent } from './events.js';

interface Thrown {
  readonly type?: string;
  readonly message?: string;
  /** Name of the throwing function, which distinguishes faults. */
  readonly at?: string;
  readonly line?: number;
  /** File of the build; its hash differs from build to build. */
  readonly file?: string;
  readonly release?: string;
  readonly environment?: string;
  readonly user?: string;
  readonly timestamp?: string;
  readonly level?: string;
  readonly contexts?: WireEvent;
  readonly fingerprint?: readonly string[];
}

/** An exception as a browser's SDK sends it, with a stack of V8's form. */
export function thrown(one: Thrown): WireEvent {
  const { type = 'TypeError', message = 'x is not a function', at = 'checkout', line = 10, file = 'app.js' } = one;
  const { release, environment, user, timestamp, level, fingerprint } = one;
  const url = `https://shop.example/assets/${file}`;
  const stack = [`${type}: ${message}`, `    at ${at} (${url}:${line}:5)`, `    at onClick (${url}:99:1)`].join('\n');
  return makeEvent('exception', {
    ...(timestamp === undefined ? {} : { timestamp }),
    contexts: {
      ...(release === undefined ? {} : { release }),
      ...(environment === undefined ? {} : { environment }),
      ...(user === undefined ? {} : { 'user.id': user }),
      ...one.contexts,
    },
    payload: {
      type,
      message,
      stack,
      ...(level === undefined ? {} : { level }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    },
  });
}
