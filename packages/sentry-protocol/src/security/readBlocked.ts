import { cut, isObject, type UnknownObject } from '@sluice/contract';
import { putContext, type Contexts } from '../values/contexts.js';
import { isPlain, textOf } from '../values/read.js';

/** What a report of a Content Security Policy says. */
export interface Blocked {
  /** The page. */
  readonly url: string | undefined;
  /** The plain values of the report, but the policy itself. */
  readonly report: UnknownObject;
  /** Payload of an exception. */
  readonly payload: Record<string, unknown>;
}

/**
 * Returns what a report says; `undefined` if it names no directive. Reads the names of browsers (`blocked-uri`), of the Reporting API
 * (`blockedURL`) and of Sentry's events (`blocked_uri`).
 */
export function readBlocked(given: unknown): Blocked | undefined {
  if (!isObject(given)) return undefined;
  const field = (...names: readonly string[]): unknown => names.map((name) => given[name]).find(isPlain);
  const violated = textOf(field('violated-directive', 'violated_directive', 'violatedDirective'));
  const effective = textOf(field('effective-directive', 'effective_directive', 'effectiveDirective'));
  const directive = effective ?? violated?.split(' ', 1)[0];
  if (directive === undefined || directive === '') return undefined;
  const blocked = hostOf(textOf(field('blocked-uri', 'blocked_uri', 'blockedURL', 'blockedURI')) ?? 'self');
  const file = textOf(field('source-file', 'source_file', 'sourceFile'));
  const frame: Record<string, unknown> = {};
  if (file !== undefined) frame['file'] = file;
  const line = field('line-number', 'line_number', 'lineNumber');
  if (line !== undefined) frame['line'] = line;
  const column = field('column-number', 'column_number', 'columnNumber');
  if (column !== undefined) frame['column'] = column;
  return {
    url: textOf(field('document-uri', 'document_uri', 'documentURL', 'documentURI')),
    report: Object.fromEntries(Object.entries(given).filter(([name, value]) => isPlain(value) && !POLICIES.has(name))),
    payload: {
      type: 'Content Security Policy',
      message: `Blocked '${directive}' from '${blocked}'`,
      level: 'warning',
      handled: true,
      fingerprint: ['csp', directive, blocked],
      ...(file === undefined ? {} : { frames: [frame] }),
    },
  };
}

const POLICIES: ReadonlySet<string> = new Set(['original-policy', 'original_policy', 'originalPolicy', '__proto__']);

/** `https://host:port/path`, without user and password. */
const ADDRESS = /^[a-z][a-z\d+.-]{0,30}:\/\/(?:[^/?#@]{0,200}@)?([^/?#]{1,253})/i;

/** Returns the host of a blocked address; a word such as `inline`, or an address without a host such as `data`, as it is. */
const hostOf = (blocked: string): string => ADDRESS.exec(blocked)?.[1] ?? cut(blocked.split(':', 1)[0] ?? '', 253);

/** Sets the page of a report, and the report itself, as contexts. */
export function putBlocked(contexts: Contexts, { url, report }: Blocked): void {
  putContext(contexts, 'url', url);
  putContext(contexts, 'csp', report);
}
