import { createHash } from 'node:crypto';
import { debugIdInCode } from '@sluice/uploader';

/** What to add to a file so that it has a debug id. */
export interface NamedCode {
  readonly debugId: string;
  /** A line before the code, with its line feed, or empty. */
  readonly head: string;
  /** Lines after the code, or empty. */
  readonly tail: string;
}

/** Salt of a chunk's hash: a file with a debug id has another name than one without. */
export const DEBUG_IDS = 'sluice debug ids 1';

/** What the plugins of Sentry register: at the start of a file, or in a library anywhere. */
const REGISTERED = /sentry-dbid-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;
const START_CHARACTERS = 2_000;

/**
 * Returns what to add to an emitted file: its debug id, which another plugin wrote or which depends on the code alone, in a comment
 * and in a statement that registers it when the file runs. The statement has a line of its own, so that positions in the other
 * lines stay. If the code also registers ids of libraries, the statement is repeated at its end, because the last one counts.
 * `undefined` for a program that begins with `#!`, before which nothing can stand.
 *
 * @param modules returns the code of the modules in the file; an id in it is that of a library. Called only if there is an id
 */
export function nameCode(code: string, modules: () => readonly string[]): NamedCode | undefined {
  if (code.startsWith('#!')) return undefined;
  const ofFile = (id: string | undefined): string | undefined =>
    id === undefined || modules().some((module) => module.toLowerCase().includes(id)) ? undefined : id;
  const registered = ofFile(REGISTERED.exec(code.slice(0, START_CHARACTERS))?.[1]?.toLowerCase());
  const commented = ofFile(debugIdInCode(code));
  const debugId = registered ?? commented ?? uuidOf(code);
  const isOverridden = registered === undefined && REGISTERED.test(code);
  const comment = commented === debugId ? '' : `//# debugId=${debugId}\n`;
  const added = `${isOverridden ? `;${registration(debugId)}\n` : ''}${comment}`;
  return {
    debugId,
    head: registered === undefined ? `${directivesOf(code)}${registration(debugId)}\n` : '',
    tail: added === '' || code.endsWith('\n') ? added : `\n${added}`,
  };
}

/** Returns a UUID (version 4 in form) of the SHA-256 of a text. */
function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Registers an id under a stack whose newest frame is the file, where Sentry's SDKs and `@sluice/client` read it. It must not fail
 * in any runtime, whatever the global is.
 */
const registration = (debugId: string): string =>
  `!function(){try{var g="object"==typeof globalThis?globalThis:self,s=new Error().stack;` +
  `s&&((g._sentryDebugIds=g._sentryDebugIds||{})[s]="${debugId}")}catch(e){}}();`;

/** A directive such as `"use strict"`, after white space and comments; a comment may follow. */
const DIRECTIVE =
  /(?:\s|;|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?:[ \t]|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:;|\r?\n|$|(?=\/\/))/y;
/** More characters of one comment or text exhaust the stack of regular expressions. */
const MAX_DIRECTIVES = 1_000_000;

/** Returns the directives of a file again: they count only at the very start. */
function directivesOf(whole: string): string {
  const code = whole.slice(0, MAX_DIRECTIVES);
  const found: string[] = [];
  DIRECTIVE.lastIndex = 0;
  for (let match = DIRECTIVE.exec(code); match !== null; match = DIRECTIVE.exec(code)) found.push(`${match[1] ?? ''};`);
  return found.join('');
}
