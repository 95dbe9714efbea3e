import { MIGRATIONS } from '@sluice/db';

/** Names of what the steps of the schema create, without partitions and the table of steps. */
export interface SchemaObjects {
  readonly tables: readonly string[];
  readonly functions: readonly string[];
  readonly sequences: readonly string[];
}

const FORMS = {
  tables: /^\s*create table (?:if not exists )?(\w+)/,
  functions: /^\s*(?:do \$do\$ begin execute format\(\$format\$\s*)?create (?:or replace )?function (\w+)/,
  sequences: /^\s*create sequence (\w+)/,
} as const;

/** Returns what this version's steps create. A schema may also contain tables of others, which must be left alone. */
export function schemaObjects(): SchemaObjects {
  const statements = MIGRATIONS.flatMap((step) => step.statements({ lz4: false }));
  const namesOf = (form: RegExp): readonly string[] => [
    ...new Set(statements.flatMap((statement) => form.exec(statement)?.[1] ?? [])),
  ];
  return {
    tables: namesOf(FORMS.tables),
    functions: namesOf(FORMS.functions),
    sequences: namesOf(FORMS.sequences),
  };
}
