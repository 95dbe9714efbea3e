/** A fault for which each engine has different words; `$1` is the name in the program. */
const FORMER: readonly (readonly [text: string, ...words: RegExp[]])[] = [
  [
    'read $1 of nothing',
    /^Cannot read propert(?:ies of (?:undefined|null) \(reading|y) ['"]([^'"]{1,80})['"](?:\)| of (?:undefined|null))/,
    /^can't access property ['"]([^'"]{1,80})['"], .* is (?:undefined|null)/,
    /^(?:undefined|null) is not an object \(evaluating '[^']{0,200}?\.([\w$]{1,80})'\)/,
    /^Unable to get property '([^']{1,80})' of undefined or null reference/,
  ],
  [
    'set $1 of nothing',
    /^Cannot set propert(?:ies of (?:undefined|null) \(setting|y) ['"]([^'"]{1,80})['"](?:\)| of (?:undefined|null))/,
    /^(?:undefined|null) is not an object \(evaluating '[^']{0,200}?\.([\w$]{1,80}) = /,
  ],
  ['$1 is not defined', /^['"]?([\w$]{3,80})['"]? is not defined$/, /^Can't find variable: ([\w$]{3,80})$/],
  [
    '$1 is not a function',
    /^(?:[^\s]{0,200}\.)?([\w$]{3,80}) is not a function(?:\. \(In .*)?$/,
    /^(?:[^\s]{0,200}\.)?([\w$]{3,80}) is not a function or its return value is not iterable$/,
  ],
  ['stack overflow', /^Maximum call stack size exceeded/, /^too much recursion/, /^Out of stack space/],
  [
    'request failed',
    /^Failed to fetch(?: \(.*\))?$/,
    /^NetworkError when attempting to fetch resource/,
    /^Load failed(?: \(.*\))?$/,
    /^fetch failed$/,
    /^Network request failed$/,
    /^The network connection was lost\.?$/,
  ],
  [
    'no json',
    /^Unexpected (?:token|end of JSON|non-whitespace|string|number) .*JSON/,
    /^Unexpected end of JSON input/,
    /^Expected .* in JSON at position/,
    /^JSON\.parse: /,
    /^JSON Parse error: /,
  ],
  ['resize observer', /^ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)/],
  ['script error', /^Script error\.?$/],
  [
    'chunk',
    /^Loading (?:CSS )?chunk .{1,200} failed/,
    /^Failed to (?:fetch|load) dynamically imported module/,
    /^error loading dynamically imported module/,
    /^Importing a module script failed/,
    /^Unable to preload CSS for /,
    /^Failed to load chunk /,
  ],
];

/** Those that are not in the first fingerprints, which are stored. */
const ADDED: typeof FORMER = [
  [
    'aborted',
    /^(?:The user aborted a request|signal is aborted without reason|(?:The|This) operation was aborted|Fetch is aborted|(?:The )?request (?:signal )?(?:(?:is|was|has been) )?(?:aborted|cancell?ed)|(?:BodyStreamBuffer|The fetch|The transaction) was aborted|(?:The |This )?operation was cancell?ed|(?:Promise|Query|Fetch) was cancell?ed|Aborted|AbortError|Cancell?ed|Cancell?edError)[\s.]{0,3}$/i,
  ],
  [
    'timed out',
    /^(?:signal timed out|The operation timed out|The operation was aborted due to timeout|(?:The )?request timed out|timeout of \d{1,12} ?ms exceeded)[\s.]{0,3}$/i,
  ],
  [
    'request failed',
    /^network error$/,
    /^The Internet connection appears to be offline\.?$/,
    /^Could not connect to the server\.?$/,
    /^A server with the specified hostname could not be found\.?$/,
  ],
];
const ALL = [...FORMER, ...ADDED];

/**
 * One text for what all engines mean by a message; `undefined` where the message is not an engine's. @param isFormer as the first
 * fingerprints have it
 */
export function normalizeEngineMessage(line: string, isFormer = false): string | undefined {
  for (const [text, ...words] of isFormer ? FORMER : ALL) {
    for (const pattern of words) {
      const found = pattern.exec(line);
      if (found !== null) return `engine: ${text.replace('$1', () => found[1] ?? '')}`;
    }
  }
  return undefined;
}

/**
 * Whether a message says that a part of the program could not be loaded: a fault of network or deployment, for which
 * the location in the program is irrelevant.
 */
export const isLoadFailure = (message: string): boolean => message === 'engine: chunk';

/** Whether a message reports a stack overflow, for which engines use two types. */
export const isStackOverflow = (message: string): boolean => message === 'engine: stack overflow';

/** Whether a message says that a request took too long, for which engines and libraries use several types. */
export const isTimeout = (message: string): boolean => message === 'engine: timed out';

/** Whether a message says that the program or the reader ended a request, for which engines use several types. */
export const isAbort = (message: string): boolean => message === 'engine: aborted';
