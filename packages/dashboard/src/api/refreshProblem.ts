import { useSyncExternalStore } from 'react';
import { ApiError } from './apiError';

/** What the page still shows because newer answers did not arrive. */
export interface RefreshProblem {
  readonly error: ApiError;
  /** When it failed first, in milliseconds. */
  readonly sinceMs: number;
}

let problems: ReadonlyMap<string, RefreshProblem> = new Map();
const listeners = new Set<() => void>();

function set(next: ReadonlyMap<string, RefreshProblem>): void {
  problems = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns whether an answer may come later, so that what is known stays on the page until then. */
export const isPassing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Names a part of the page: an operation of an object, whatever the range. */
export const partOf = (operation: string, { params }: { readonly params?: unknown }): string =>
  JSON.stringify([operation, params ?? {}]);

/** Notes that a part of the page could not be read anew, or (without an error) that it was. */
export function noteRefresh(part: string, error?: ApiError): void {
  if (error === undefined && !problems.has(part)) return;
  const next = new Map(problems);
  if (error === undefined) next.delete(part);
  else next.set(part, { error, sinceMs: problems.get(part)?.sinceMs ?? Date.now() });
  set(next);
}

/** Forgets all problems: another page is shown. */
export const forgetRefreshes = (): void => (problems.size === 0 ? undefined : set(new Map()));

/** Returns the oldest problem of the page. */
export function useRefreshProblem(): RefreshProblem | undefined {
  const all = useSyncExternalStore(subscribe, () => problems);
  return [...all.values()].sort((a, b) => a.sinceMs - b.sinceMs)[0];
}
