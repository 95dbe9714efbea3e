import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type Capture,
  capturesOf,
  inflatedBody,
  listCaptures,
  RECORDED_KEY,
  RECORDED_TOKEN,
  retargetCapture,
} from './captures.js';

const FOLDER = path.resolve(import.meta.dirname, '../../../test/intake/captures');
const TARGET = { key: '0123456789abcdef0123456789abcdef', project: '17' };
const captures = listCaptures();
const named = (wrong: readonly Capture[]) => wrong.map(({ sdk, name }) => `${sdk}/${name}`);

describe('captures', () => {
  test('every body has the recorded length', () => {
    const recordedLength = ({ sdk, name }: Capture) =>
      (JSON.parse(readFileSync(path.join(FOLDER, sdk, name, 'request.json'), 'utf8')) as { bytes: number }).bytes;
    expect(named(captures.filter((capture) => capture.body.length !== recordedLength(capture)))).toEqual([]);
  });

  test('gzip is the only content coding', () => {
    expect(new Set(captures.map(({ headers }) => headers['content-encoding'] || 'none'))).toEqual(
      new Set(['gzip', 'none']),
    );
  });

  test('the README names every SDK', () => {
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    expect([...new Set(captures.map(({ sdk }) => sdk))].filter((sdk) => !readme.includes(`\`${sdk}\``))).toEqual([]);
  });

  test('the requests of a case are in the order in which they were sent', () => {
    const names = capturesOf('sentry-react-11.12.0', 'replay').map(({ name }) => name);
    expect(names).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `replay~${number}`));
  });

  test('a case whose name begins with that of another case is not part of it', () => {
    expect(capturesOf('sentry-cli-3.8.0', 'check-in').map(({ name }) => name)).toEqual(['check-in~1', 'check-in~2']);
  });

  test('an unknown case throws', () => {
    expect(() => capturesOf('sentry-node-11.12.0', 'none')).toThrow('sentry-node-11.12.0 has no case none');
  });
});

describe('retargetCapture', () => {
  test('no capture names the recorded key or project afterwards', () => {
    const unchanged = captures.filter((capture) => {
      const target = retargetCapture(capture, TARGET);
      const hasProject = target.url.includes('/4242/') || /"dsn":"[^"]*\/4242"/.test(headerLine(target));
      return hasProject || textOf(target).includes(RECORDED_KEY);
    });
    expect(named(unchanged)).toEqual([]);
  });

  test('all other bytes stay as they are', () => {
    const changed = captures.filter((capture) => {
      const target = retargetCapture(capture, { ...TARGET, project: '1234' });
      const back = retargetCapture(target, { key: TARGET.key, project: '4242', texts: { [TARGET.key]: RECORDED_KEY } });
      return !inflatedBody(back).equals(inflatedBody(capture));
    });
    expect(named(changed)).toEqual([]);
  });

  test('a compressed body is compressed again', () => {
    const [capture] = capturesOf('sentry-ruby-5.3.0', 'large') as [Capture];
    const target = retargetCapture(capture, TARGET);
    expect(target.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(target.body).toString()).toMatch(`${TARGET.key}@127.0.0.1:9999/17"`);
  });

  test('a body without the replaced texts keeps its bytes', () => {
    const [capture] = capturesOf('otel-js-0.223.0-proto', 'trace-1200') as [Capture];
    expect(retargetCapture(capture, TARGET).body).toBe(capture.body);
  });

  test('other texts are replaced in headers and bodies', () => {
    const token = `slp_${'B'.repeat(43)}`;
    const [capture] = capturesOf('sentry-cli-3.8.0', 'releases-new') as [Capture];
    const target = retargetCapture(capture, {
      ...TARGET,
      texts: { [RECORDED_TOKEN]: token, 'shop@1.2.0': 'shop@7.8.9' },
    });
    expect(target.headers['authorization']).toBe(`Bearer ${token}`);
    expect(JSON.parse(target.body.toString())).toMatchObject({ version: 'shop@7.8.9' });
  });

  test('a replacement of another length throws', () => {
    const [capture] = capturesOf('sentry-node-11.12.0', 'logs') as [Capture];
    expect(() => retargetCapture(capture, { ...TARGET, key: 'abc' })).toThrow('"abc" has 3 bytes');
    expect(() => retargetCapture(capture, { ...TARGET, texts: { aa: 'ä' } })).not.toThrow();
  });
});

const textOf = (capture: Capture) =>
  [capture.url, ...Object.values(capture.headers), inflatedBody(capture).toString('latin1')].join('\n');

const headerLine = (capture: Capture) => inflatedBody(capture).toString('latin1').split('\n', 1).join();
