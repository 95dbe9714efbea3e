import type { StatementKind } from './databaseMetrics.js';

const KINDS: ReadonlyMap<string, StatementKind> = new Map<string, StatementKind>([
  ['select', 'select'],
  ['insert', 'insert'],
  ['update', 'update'],
  ['delete', 'delete'],
  ['with', 'with'],
  ['copy', 'copy'],
  ['commit', 'commit'],
  ['begin', 'control'],
  ['rollback', 'control'],
  ['savepoint', 'control'],
  ['release', 'control'],
  ['set', 'control'],
]);

const FIRST_WORD = /^[\s(]*([a-z]+)/i;

/** Returns the kind of a statement by its first word. */
export function statementKind(text: string): StatementKind {
  const word = FIRST_WORD.exec(text)?.[1] ?? '';
  return KINDS.get(word) ?? KINDS.get(word.toLowerCase()) ?? 'other';
}
