import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { FieldDescription, PayloadDescription } from './payloadDescription.js';
import { PAYLOADS } from './validators.js';

const protocol = new URL('../../../../docs/protocol.md', import.meta.url);

test.each<[string, PayloadDescription, Record<string, string>]>([
  ['### 2.3 Span', PAYLOADS.span, {}],
  ['#### Exception', PAYLOADS.exception, { cause: 'object' }],
  ['#### Log', PAYLOADS.log, {}],
  ['#### Hit', PAYLOADS.hit, {}],
  ['#### Replay', PAYLOADS.replay, {}],
  ['#### Metric', PAYLOADS.metric, {}],
])('docs/protocol.md lists the described fields with their types below %s', async (heading, { fields }, recursive) => {
  const rows = await tableBelow(heading);
  const documented = rows.map(([name = '', type]) => [name.replaceAll('`', ''), kindIn(type)]);
  const described = Object.entries(fields).map(([name, field]) => [name, kindOf(field)]);
  expect(Object.fromEntries(documented)).toEqual({ ...Object.fromEntries(described), ...recursive });
});

test('docs/protocol.md marks the required fields of a span', async () => {
  const rows = await tableBelow('### 2.3 Span');
  const fields: PayloadDescription['fields'] = PAYLOADS.span.fields;
  for (const [name = '', , required] of rows) {
    expect([name, required]).toEqual([name, fields[name.replaceAll('`', '')]?.required === true ? 'yes' : 'no']);
  }
});

/** The rows of the first table below a heading, each a list of trimmed cells. */
async function tableBelow(heading: string): Promise<string[][]> {
  const text = await readFile(protocol, 'utf8');
  const [, section = ''] = text.split(`\n${heading}\n`);
  const rows = /(?:^\|.*\n)+/m.exec(section)?.[0].trimEnd().split('\n') ?? [];
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The kind in a cell of the column "type": its first word, with values in backticks as text. */
function kindIn(cell = ''): string {
  const [word = ''] = cell.split(/[ ,]/);
  if (word.startsWith('`')) return 'string';
  return word === 'integer' ? 'number' : word;
}

/** The kind of a described field as the tables print it. */
function kindOf({ type = 'string' }: FieldDescription): unknown {
  const [first] = [type].flat();
  return first === 'json' ? 'array' : first;
}
