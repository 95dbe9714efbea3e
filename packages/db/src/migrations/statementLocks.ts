/** Lock modes of PostgreSQL that statements of migrations take, weakest first. */
export const LOCK_MODES = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;

/** One of {@link LOCK_MODES}. */
export type LockMode = (typeof LOCK_MODES)[number];

/** A lock that a statement takes on a table, or on the table of an index. */
export interface StatementLock {
  readonly on: 'table' | 'index';
  readonly name: string;
  readonly mode: LockMode;
}

/** Whether a statement that writes to the table waits for this lock. */
export const blocksWrites = (mode: LockMode): boolean => LOCK_MODES.indexOf(mode) >= LOCK_MODES.indexOf('SHARE');

/** Whether a statement that reads the table waits for this lock. */
export const blocksReads = (mode: LockMode): boolean => mode === 'ACCESS EXCLUSIVE';

const FORMS: readonly (readonly [RegExp, StatementLock['on'], LockMode])[] = [
  [/^create (?:unique )?index (?:if not exists )?\w+ on (?:only )?(\w+)/, 'table', 'SHARE'],
  [/^create trigger \w+ [^(]*? on (\w+)/, 'table', 'SHARE ROW EXCLUSIVE'],
  [/^alter table (\w+)/, 'table', 'ACCESS EXCLUSIVE'],
  [/^drop table (\w+)/, 'table', 'ACCESS EXCLUSIVE'],
  [/^drop index (\w+)/, 'index', 'ACCESS EXCLUSIVE'],
  [/^(?:insert into|update|delete from) (\w+)/, 'table', 'ROW EXCLUSIVE'],
];

/** A foreign key also locks the table that it references. */
const REFERENCE = /\breferences (\w+)/g;

/**
 * Returns the locks of a statement of a migration on tables, without those that only reads take. A test compares it with what
 * PostgreSQL locks, for every migration.
 */
export function statementLocks(statement: string): readonly StatementLock[] {
  const text = statement.replace(/\s+/g, ' ').trim().toLowerCase();
  const own = FORMS.flatMap(([form, on, mode]): readonly StatementLock[] => {
    const name = form.exec(text)?.[1];
    return name === undefined ? [] : [{ on, name, mode }];
  });
  if (!/^(?:create|alter) table /.test(text)) return own;
  const references = [...text.matchAll(REFERENCE)].map(([, name = '']): StatementLock => ({
    on: 'table',
    name,
    mode: 'SHARE ROW EXCLUSIVE',
  }));
  return [...own, ...references];
}
