import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { PayloadDescription } from './payloadDescription.js';
import { PAYLOADS } from './validators.js';

const protocol = new URL('../../../../docs/protocol.md', import.meta.url);

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

test.each<[string, PayloadDescription, readonly string[]]>([
  ['### 2.3 Span', PAYLOADS.span, []],
  ['#### Exception', PAYLOADS.exception, ['cause']],
  ['#### Log', PAYLOADS.log, []],
  ['#### Hit', PAYLOADS.hit, []],
  ['#### Replay', PAYLOADS.replay, []],
])('docs/protocol.md lists the described fields below %s', async (heading, { fields }, recursive) => {
  const rows = await tableBelow(heading);
  const documented = rows.map(([name = '']) => name.replaceAll('`', ''));
  expect(documented.sort()).toEqual([...Object.keys(fields), ...recursive].sort());
});

test('docs/protocol.md marks the required fields of a span', async () => {
  const rows = await tableBelow('### 2.3 Span');
  const fields: PayloadDescription['fields'] = PAYLOADS.span.fields;
  for (const [name = '', , required] of rows) {
    expect([name, required]).toEqual([name, fields[name.replaceAll('`', '')]?.required === true ? 'yes' : 'no']);
  }
});
