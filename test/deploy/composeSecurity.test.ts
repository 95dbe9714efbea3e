import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { compose, folders, rawCompose, service, text } from './composeFile.js';
import { documentedSettings } from './settingsDocument.js';

describe('docker-compose.yml', () => {
  const WORKERS = ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'];
  const LOGINS: Readonly<Record<string, string>> = {
    gateway: 'sluice_gateway_1',
    api: 'sluice_api_1',
    sourcemaps: 'sluice_sourcemaps_1',
    alerts: 'sluice_alerts_1',
    housekeeping: 'sluice',
    migrate: 'sluice',
    sluice: 'sluice',
    ...Object.fromEntries(WORKERS.map((name) => [name, `sluice_${name}_1`])),
  };
  const passwordOf = (login: string): string => (/_(\w+)_1$/.exec(login)?.[1] ?? 'owner') + '_password';

  const EVERY_PASSWORD = ['owner', 'gateway', ...WORKERS, 'api', 'sourcemaps', 'alerts'].map(
    (name) => `${name}_password`,
  );

  test.each(Object.entries(LOGINS))('%s signs in to the database as %s, with its own password file', (name, login) => {
    const password = passwordOf(login);
    expect(service(name).environment).toMatchObject({
      DATABASE_URL: `postgres://${login}@postgres:5432/sluice`,
      DATABASE_PASSWORD_FILE: `/run/secrets/${password}`,
    });
    const files = [...(name === 'sourcemaps' ? [] : ['redis_password']), password];
    expect(service(name).secrets).toEqual(name === 'migrate' ? EVERY_PASSWORD : files);
  });

  test('only the migration sees the passwords of all logins, from which it creates them', () => {
    expect(service('migrate').command?.slice(1)).toEqual(['migrate', '--roles', '/run/secrets']);
    expect(service('backlog-monitor').secrets).toEqual(['redis_password']);
  });

  test('contains no password: `deploy/secrets.sh` makes a file for each, which git ignores', () => {
    expect(text('docker-compose.yml')).not.toMatch(/\$\{\w*PASSWORD/);
    const folder = mkdtempSync(join(tmpdir(), 'sluice-secrets-'));
    const make = (): number | null => spawnSync('sh', [join(repoRoot, 'deploy/secrets.sh'), folder]).status;
    const read = (): string[] => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    try {
      expect(make()).toBe(0);
      const made = read();
      expect(make()).toBe(0);
      expect(read()).toEqual(made);
      expect(new Set(made).size).toBe(made.length);
      for (const password of made) expect(password).toMatch(/^[0-9a-f]{48}$/);
      const files = readdirSync(folder).map((name) => `./secrets/${name}`);
      expect(files.sort()).toEqual(
        Object.values(compose.secrets)
          .map(({ file }) => file)
          .sort(),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(text('.gitignore')).toMatch(/^\/secrets\/$/m);
  });

  /** Settings that belong to the network of the containers. */
  const FIXED = new Set([
    'ADMIN_HOST',
    'ADMIN_PORT',
    'HOST',
    'PORT',
    'SOURCEMAPS_SCRATCH_DIR',
    'DATABASE_URL',
    'DATABASE_PASSWORD_FILE',
    'REDIS_URL',
    'REDIS_PASSWORD_FILE',
  ]);

  test.each(folders)('every setting of %s passes through from .env, except addresses of the containers', (name) => {
    const settings = documentedSettings().get(name) ?? new Set();
    expect(settings.size).toBeGreaterThan(15);
    expect(service(name).env_file).toEqual([{ path: '.env', required: false }]);
    const assigned = Object.entries(rawCompose.services[name]?.environment ?? {});
    // A variable of this name that is set in .env wins over what is assigned here.
    const passed = assigned
      .filter(([setting, value]) => value.startsWith(`\${${setting}:-`))
      .map(([setting]) => setting);
    const others = assigned.map(([setting]) => setting).filter((setting) => !passed.includes(setting));
    expect(others.filter((setting) => !FIXED.has(setting) && setting !== 'NODE_OPTIONS')).toEqual([]);
    expect(assigned.map(([setting]) => setting).filter((one) => !settings.has(one) && one !== 'NODE_OPTIONS')).toEqual(
      [],
    );
  });

  test.each(Object.keys(compose.services))('%s has no more rights than it needs, and limits', (name) => {
    expect(service(name)).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[gm]$/),
      // Neither root, by name or number, nor the default of an image.
      user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
    });
    const bounded = { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } };
    expect(service(name).logging).toEqual(name === 'sluice' ? { driver: 'none' } : bounded);
  });

  test('every image of another project has an exact version', () => {
    const images = Object.values(compose.services).flatMap(({ image = '' }) =>
      image === 'sluice:local' ? [] : [image],
    );
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?-bookworm$/);
  });
});
