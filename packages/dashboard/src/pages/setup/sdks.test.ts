import { expect, test } from '@jest/globals';
import { sdksOf, type Sdk } from './sdks';

const DSN = 'https://0123456789abcdef@errors.example/sluice';
const SENTRY_DSN = `${DSN}/42`;

const sdks = sdksOf({ dsn: DSN, sentryDsn: SENTRY_DSN }, { org: 'shop', project: 'web' });

/** Id and code of each snippet. */
const textsOf = (wanted: Sdk['id']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sdks
      .filter(({ id }) => id === wanted)
      .flatMap(({ snippets }) => snippets)
      .map(({ id, steps }) => [id, steps.map(({ code }) => code).join('\n')] as const),
  );

test('every program gets the DSN, or the address and the key of it', () => {
  const { curl, bundler, ...others } = textsOf('sluice');
  expect(Object.keys(others)).toEqual(['page', 'react', 'node', 'express', 'tag']);
  for (const text of Object.values(others)) expect(text).toContain(DSN);
  expect(curl).toContain('https://errors.example/sluice/api/envelope');
  expect(curl).toContain('service_key=0123456789abcdef');
  expect(bundler).toContain('SLUICE_URL=https://errors.example/sluice\nexport SLUICE_ORG=shop SLUICE_PROJECT=web');
});

test('every SDK of Sentry gets the DSN with the number of the project', () => {
  for (const text of Object.values(textsOf('sentry'))) expect(text).toMatch(/@errors\.example\/sluice\/42['"\n]/);
});

test('OpenTelemetry gets the address and the key in a header, encoded in the environment', () => {
  const { 'otlp-sdk': environment, 'otlp-collector': collector } = textsOf('otlp');
  expect(environment).toContain('OTEL_EXPORTER_OTLP_ENDPOINT=https://errors.example/sluice\n');
  expect(environment).toContain('OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%200123456789abcdef"');
  expect(collector).toContain('endpoint: https://errors.example/sluice\n');
  expect(collector).toContain('Authorization: Bearer 0123456789abcdef\n');
  expect(collector).toContain('        max_size: 5000\n');
});

test('the id of a snippet, which is in the URL, also says for what SDK it is', () => {
  const ids = sdks.flatMap(({ snippets }) => snippets.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});
