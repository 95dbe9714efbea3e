import { all } from './all.js';
import type { BeginRequest, RequestEnded } from './request.js';
import { wrapMethod } from './wrapMethod.js';

interface Opened {
  readonly method: unknown;
  readonly address: unknown;
  /** Lowercase names of headers that the page set. */
  readonly headers: Set<string>;
}

type Call = (this: unknown, ...args: never[]) => unknown;

/** Wraps `XMLHttpRequest` to observe requests. */
export function wrapXhr(begin: BeginRequest): () => void {
  if (typeof XMLHttpRequest === 'undefined') return () => undefined;
  const opened = new WeakMap<object, Opened>();
  /** Observes calls of a method before they run. Invalid calls fail by themselves. */
  const before = (name: string, look: (xhr: XMLHttpRequest, ...args: unknown[]) => unknown): (() => void) =>
    wrapMethod(XMLHttpRequest.prototype as unknown as Record<string, unknown>, name, (original: Call) => {
      return function (this: unknown, ...args: never[]): unknown {
        look(this as XMLHttpRequest, ...args);
        return original.apply(this, args);
      };
    });
  return all(
    before('open', (xhr, method, address) => opened.set(xhr, { method, address, headers: new Set() })),
    before('setRequestHeader', (xhr, name) => opened.get(xhr)?.headers.add(String(name).toLowerCase())),
    before('send', (xhr) => {
      const request = opened.get(xhr);
      // Already sent, or not opened.
      if (request === undefined || xhr.readyState !== XMLHttpRequest.OPENED) return;
      const begun = begin(request.method, request.address);
      if (begun === undefined) return;
      for (const [name, value] of Object.entries(begun.headers)) {
        if (!request.headers.has(name)) xhr.setRequestHeader(name, value);
      }
      hearEnd(xhr, begun.end);
    }),
  );
}

function hearEnd(xhr: XMLHttpRequest, end: RequestEnded): void {
  let isAborted = false;
  const once = { once: true };
  xhr.addEventListener('abort', () => (isAborted = true), once);
  xhr.addEventListener(
    'loadend',
    () =>
      end({
        status: xhr.status || undefined,
        hasFailed: !xhr.status,
        isAborted,
        header: (name) => xhr.getResponseHeader(name),
      }),
    once,
  );
}
