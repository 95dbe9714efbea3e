import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { folders, text } from './composeFile.js';
import { documentedSettings } from './settingsDocument.js';

const units = readdirSync(join(repoRoot, 'deploy/systemd')).sort();
const unit = (name: string): string => text(`deploy/systemd/${name}`);

describe('units of deploy/systemd', () => {
  test('are one template for each service, the migration and the target', () => {
    const templates = folders.map((folder) => `sluice-${folder}@.service`);
    expect(units).toEqual([...templates, 'sluice-migrate.service', 'sluice.target'].sort());
  });

  test.each(folders)('sluice-%s@ runs its program, with settings that it has', (folder) => {
    const name = `sluice-${folder}@.service`;
    const known = documentedSettings().get(folder);
    expect(valuesOf(name, 'ExecStart')).toEqual([`/usr/bin/node services/${folder}/dist/main.js`]);
    const given = [...environmentOf(name).keys()];
    expect(given.filter((one) => known?.has(one) !== true && one !== 'NODE_OPTIONS')).toEqual([]);
    expect(valuesOf(name, 'EnvironmentFile')).toEqual(['-/etc/sluice/sluice.env', `-/etc/sluice/${folder}.env`]);
    expect(valuesOf(name, 'RestartPreventExitStatus')).toEqual(['78']);
  });

  test('no two services of a machine share a port', () => {
    const ports = folders.flatMap((folder) => {
      const environment = environmentOf(`sluice-${folder}@.service`);
      return [environment.get('PORT'), environment.get('ADMIN_PORT')].filter((port) => port !== undefined);
    });
    expect(ports.length).toBe(folders.length + 3);
    expect(new Set(ports).size).toBe(ports.length);
    for (const port of ports) expect(port).toMatch(/^\d{3}%i$/);
  });

  test.each(units.filter((name) => name.endsWith('.service')))('%s contains no password and has few rights', (name) => {
    const secrets = [...environmentOf(name)].filter(([variable]) => variable.includes('PASSWORD'));
    for (const [variable, value] of secrets)
      expect([variable, value]).toEqual([expect.stringMatching(/_FILE$/), expect.stringMatching(/^%d\//)]);
    for (const key of ['DynamicUser', 'NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'RestrictNamespaces'])
      expect([key, valuesOf(name, key)]).toEqual([key, ['yes']]);
    expect(valuesOf(name, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(name, 'CapabilityBoundingSet')).toEqual(['']);
  });

  test.each(units.filter((name) => name.endsWith('.service')))('%s starts again however often it failed', (name) => {
    const [head = ''] = unit(name).split('[Service]');
    // In another section, systemd ignores it.
    expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(valuesOf(name, 'Restart')).toEqual([name === 'sluice-migrate.service' ? 'on-failure' : 'always']);
    expect(Number(valuesOf(name, 'RestartSec')[0])).toBeGreaterThan(0);
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  process.stderr.write('SKIPPED test/deploy: systemd-analyze is not installed, units were not checked by it\n');

(hasSystemd ? describe : describe.skip)('systemd', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-units-'));
    const checkout = join(folder, 'checkout');
    mkdirSync(checkout);
    for (const name of units) {
      // The programs of this machine, and an instance of each template.
      const local = unit(name).replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/sluice', checkout);
      writeFileSync(join(folder, name), local);
      writeFileSync(join(folder, name.replace('@.', '@1.')), local);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('accepts every unit without a complaint', () => {
    const files = readdirSync(folder).filter((name) => /\.(service|target)$/.test(name) && !name.includes('@.'));
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...files.map((name) => join(folder, name))],
      {
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      },
    );
    expect(stderr.split('\n').filter((line) => line.includes('sluice'))).toEqual([]);
    expect(status).toBe(0);
  });

  test('rejects a unit with an unknown key', () => {
    const broken = join(folder, 'sluice-broken.service');
    writeFileSync(broken, readFileSync(join(folder, 'sluice-migrate.service'), 'utf8').replace('UMask', 'UMaks'));
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', broken], { encoding: 'utf8' });
    rmSync(broken);
    expect(stderr).toContain("'UMaks'");
  });
});

/** Returns the variables that a unit sets. */
function environmentOf(name: string): ReadonlyMap<string, string> {
  return new Map(
    valuesOf(name, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** Returns the values of a key, in order. */
function valuesOf(name: string, key: string): readonly string[] {
  return [...unit(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}
