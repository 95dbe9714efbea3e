import type { Breadcrumb, Contexts } from './event.js';
import { unlessSecret } from './unlessSecret.js';
import { normalize } from './normalize.js';

/** The person in front of the program. */
export interface User {
  readonly id?: string;
  readonly email?: string;
  readonly username?: string;
  readonly name?: string;
}

/** What every event captured within it is told. */
export interface Scope {
  readonly tags: Record<string, string>;
  readonly contexts: Contexts;
  readonly breadcrumbs: Breadcrumb[];
}

/** Where in a trace the program is. */
export interface TracePlace {
  /** 32 hex characters. */
  readonly traceId: string;
  /** Of the span that is active; absent where a trace goes on in which none is. */
  readonly spanId?: string;
  /** Whether the spans of this trace are sent. */
  readonly isSampled: boolean;
}

/** What is current: a scope, and a place in a trace. */
export interface Surroundings {
  readonly scope: Scope;
  readonly place: TracePlace | undefined;
}

/** Keeps what is current, and what is within a call of `run`, whatever "within" means on a platform. */
export interface SurroundingsKeeper {
  readonly get: () => Surroundings | undefined;
  readonly run: <T>(surroundings: Surroundings, callback: () => T) => T;
}

const MOST_BREADCRUMBS = 100;
/** Of a breadcrumb: a hundred go with each exception. */
const MOST_CHARACTERS = 2_048;

const createScope = (): Scope => ({ tags: {}, contexts: {}, breadcrumbs: [] });

let globalScope = createScope();
let globalPlace: TracePlace | undefined;

/** Within the synchronous part of a callback: all that a browser can know. */
let inner: Surroundings | undefined;
let getSurroundings: SurroundingsKeeper['get'] = () => inner;
let runWithin: SurroundingsKeeper['run'] = (surroundings, callback) => {
  const outer = inner;
  inner = surroundings;
  try {
    return callback();
  } finally {
    inner = outer;
  }
};

/** Has another keeper from now on: Node follows asynchronous calls. */
export const keepSurroundingsWith = (other: SurroundingsKeeper): void => {
  getSurroundings = other.get;
  runWithin = other.run;
};

/** The current scope: that of the innermost `withScope`, else the program's. */
export const currentScope = (): Scope => getSurroundings()?.scope ?? globalScope;

/** Where in a trace the program is: within a span, else where it was said to be for all that is within none. */
export const currentPlace = (): TracePlace | undefined => getSurroundings()?.place ?? globalPlace;

/** The place of all that is within no span: a page's trace goes on after its first span ended. */
export const setGlobalPlace = (place: TracePlace | undefined): void => {
  globalPlace = place;
};

/** Runs a callback within a place of a trace. */
export const withPlace = <T>(place: TracePlace | undefined, callback: () => T): T =>
  runWithin({ scope: currentScope(), place }, callback);

/** Runs a callback in a scope of its own: what it sets is forgotten afterwards, and not seen by what runs beside it. */
export const withScope = <T>(callback: (scope: Scope) => T): T => {
  const { tags, contexts, breadcrumbs } = currentScope();
  const scope = { tags: { ...tags }, contexts: { ...contexts }, breadcrumbs: [...breadcrumbs] };
  return runWithin({ scope, place: currentPlace() }, () => callback(scope));
};

export const setTag = (key: string, value: string): void => {
  currentScope().tags[key] = value;
};

export const setTags = (tags: Readonly<Record<string, string>>): void => {
  Object.assign(currentScope().tags, normalize(tags));
};

/** Sets a context of the current scope: one key with dots, such as `cart.id`. `undefined` removes it. */
export const setContext = (key: string, value: unknown): void => {
  currentScope().contexts[key] = value;
};

/** Says who the person is; `null`: nobody any more. */
export const setUser = (user: User | null): void => {
  const known = Object(normalize(user)) as User;
  for (const key of ['id', 'email', 'username', 'name'] as const) setContext(`user.${key}`, known[key]);
};

type ChangeBreadcrumb = (breadcrumb: Breadcrumb) => Breadcrumb | null | undefined;

let changed: ChangeBreadcrumb = (same) => same;

/** Has breadcrumbs changed, or dropped, before they are kept. @returns what did so until now */
export const changeBreadcrumbsBy = (change: ChangeBreadcrumb): ChangeBreadcrumb => {
  const previous = changed;
  changed = change;
  return previous;
};

/** Remembers what happened, for the next exceptions: the last hundred. */
export const addBreadcrumb = (breadcrumb: Breadcrumb): void => {
  const { breadcrumbs } = currentScope();
  const kept = normalize(changed(breadcrumb), {
    characters: MOST_CHARACTERS,
    get: (object, key) => unlessSecret(key, object[key as never]),
  });
  if (kept) breadcrumbs.push(Object.assign({ timestamp: new Date().toISOString() }, kept));
  if (breadcrumbs.length > MOST_BREADCRUMBS) breadcrumbs.shift();
};

/** Forgets everything: for tests, and a client that is closed. */
export const resetScopes = (): void => {
  globalScope = createScope();
  globalPlace = undefined;
};
