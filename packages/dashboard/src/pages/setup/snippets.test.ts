import { expect, test } from '@jest/globals';
import { snippets } from './snippets';

const DSN = 'https://0123456789abcdef@errors.example/sluice';

test('every program gets the DSN, or the address and the key of it', () => {
  const texts = snippets(DSN, { org: 'shop', project: 'web' }).map(
    ({ id, steps }) => [id, steps.map(({ code }) => code).join('\n')] as const,
  );
  expect(texts.filter(([, text]) => text.includes(DSN)).map(([id]) => id)).toEqual([
    'page',
    'react',
    'node',
    'express',
    'tag',
  ]);
  const rest = Object.fromEntries(texts);
  expect(rest['curl']).toContain('https://errors.example/sluice/api/envelope');
  expect(rest['curl']).toContain('service_key=0123456789abcdef');
  expect(rest['bundler']).toContain(
    'SLUICE_URL=https://errors.example/sluice\nexport SLUICE_ORG=shop SLUICE_PROJECT=web',
  );
});
