import type { Breadcrumb, Contexts } from './event.js';
import { unlessSecret } from './unlessSecret.js';
import { normalize } from './normalize.js';

/** The user of the program. */
export interface User {
  readonly id?: string;
  readonly email?: string;
  readonly username?: string;
  readonly name?: string;
}

/** Data added to every event captured in the scope. */
export interface Scope {
  readonly tags: Record<string, string>;
  readonly contexts: Contexts;
  readonly breadcrumbs: Breadcrumb[];
}

/** A position in a trace. */
export interface TracePosition {
  /** 32 hex characters. */
  readonly traceId: string;
  /** Id of the active span; absent if none is active. */
  readonly spanId?: string;
  /** Whether the spans of this trace are sent. */
  readonly isSampled: boolean;
}

/** The current scope and position in a trace. */
export interface ActiveContext {
  readonly scope: Scope;
  readonly place: TracePosition | undefined;
}

/** Stores the current scope and trace; `run` changes them for a callback, as far as the platform can follow it. */
export interface ContextStorage {
  readonly get: () => ActiveContext | undefined;
  readonly run: <T>(surroundings: ActiveContext, callback: () => T) => T;
}

const MOST_BREADCRUMBS = 100;
/** Maximum characters of a breadcrumb; an exception has up to a hundred. */
const MOST_CHARACTERS = 2_048;

const createScope = (): Scope => ({ tags: {}, contexts: {}, breadcrumbs: [] });

let globalScope = createScope();
let globalPlace: TracePosition | undefined;

/** Follows only the synchronous part of a callback, as browsers allow. */
let inner: ActiveContext | undefined;
let getSurroundings: ContextStorage['get'] = () => inner;
let runWithin: ContextStorage['run'] = (surroundings, callback) => {
  const outer = inner;
  inner = surroundings;
  try {
    return callback();
  } finally {
    inner = outer;
  }
};

/** Replaces the storage; Node follows asynchronous calls. */
export const storeContextWith = (other: ContextStorage): void => {
  getSurroundings = other.get;
  runWithin = other.run;
};

/** The current scope: that of the innermost `withScope`, otherwise the global one. */
export const currentScope = (): Scope => getSurroundings()?.scope ?? globalScope;

/** The current position in a trace: of the active span, otherwise the default. */
export const currentTracePosition = (): TracePosition | undefined => getSurroundings()?.place ?? globalPlace;

/** The default position outside spans: the trace of a page continues after its first span. */
export const setGlobalTracePosition = (place: TracePosition | undefined): void => {
  globalPlace = place;
};

/** Runs a callback at a position in a trace. */
export const withTracePosition = <T>(place: TracePosition | undefined, callback: () => T): T =>
  runWithin({ scope: currentScope(), place }, callback);

/** Runs a callback in a new scope, whose changes are not visible outside. */
export const withScope = <T>(callback: (scope: Scope) => T): T => {
  const { tags, contexts, breadcrumbs } = currentScope();
  const scope = { tags: { ...tags }, contexts: { ...contexts }, breadcrumbs: [...breadcrumbs] };
  return runWithin({ scope, place: currentTracePosition() }, () => callback(scope));
};

export const setTag = (key: string, value: string): void => {
  currentScope().tags[key] = value;
};

export const setTags = (tags: Readonly<Record<string, string>>): void => {
  Object.assign(currentScope().tags, normalize(tags));
};

/** Sets a context of the current scope by dotted key, such as `cart.id`. `undefined` removes it. */
export const setContext = (key: string, value: unknown): void => {
  currentScope().contexts[key] = value;
};

/** Sets the user; `null` removes it. */
export const setUser = (user: User | null): void => {
  const known = Object(normalize(user)) as User;
  for (const key of ['id', 'email', 'username', 'name'] as const) setContext(`user.${key}`, known[key]);
};

type ChangeBreadcrumb = (breadcrumb: Breadcrumb) => Breadcrumb | null | undefined;

let changed: ChangeBreadcrumb = (same) => same;

/** Sets a function that changes or drops breadcrumbs. @returns the previous one */
export const changeBreadcrumbsWith = (change: ChangeBreadcrumb): ChangeBreadcrumb => {
  const previous = changed;
  changed = change;
  return previous;
};

/** Adds a breadcrumb; exceptions include the last hundred. */
export const addBreadcrumb = (breadcrumb: Breadcrumb): void => {
  const { breadcrumbs } = currentScope();
  const kept = normalize(changed(breadcrumb), {
    characters: MOST_CHARACTERS,
    get: (object, key) => unlessSecret(key, object[key as never]),
  });
  if (kept) breadcrumbs.push(Object.assign({ timestamp: new Date().toISOString() }, kept));
  if (breadcrumbs.length > MOST_BREADCRUMBS) breadcrumbs.shift();
};

/** Resets everything, for tests and closed clients. */
export const resetScopes = (): void => {
  globalScope = createScope();
  globalPlace = undefined;
};
