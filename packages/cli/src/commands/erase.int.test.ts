import { beforeEach, describe, expect, test } from '@jest/globals';
import { listProjects } from '@sluice/db';
import { useDatabase, useRedis } from '@sluice/testkit';
import { runForTest, type CommandOutput } from '../testing/runForTest.js';

const database = useDatabase();
const redis = useRedis();

let serial = 0;
let org: string;
beforeEach(async () => {
  serial += 1;
  org = `acme-${serial}`;
  await ask('org', 'create', org);
  await ask('project', 'create', `${org}/shop`);
});

describe('sluice erase user', () => {
  test('requests the erasure, and the list shows it', async () => {
    const made = await ask<{ id: string }>('erase', 'user', `${org}/shop`, 'id:42', '--confirm', 'shop');
    expect(made).toMatchObject({ kind: 'user', user: 'id:42', state: 'waiting', finishedAt: null, events: {} });
    expect(await ask('erase', 'list', `${org}/shop`)).toEqual({ erasures: [made] });
    expect((await run('erase', 'list', `${org}/shop`)).stdout).toMatch(
      new RegExp(`^${made.id}  waiting  id:42  \\S+Z?.*  -\n$`),
    );
  });

  test('says where to look', async () => {
    const { stdout } = await run('erase', 'user', `${org}/shop`, 'email:ada@example.com', '--confirm', 'shop');
    expect(stdout).toMatch(
      /^Erasure \S+ of email:ada@example\.com is requested\. See: sluice erase list acme-\d+\/shop\n$/,
    );
  });

  test('a key that names no kind of identity is refused', async () => {
    const { code, stderr } = await run('erase', 'user', `${org}/shop`, 'ada@example.com', '--confirm', 'shop');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('begins with id:, email: or username:'),
    });
    expect(await ask('erase', 'list', `${org}/shop`)).toEqual({ erasures: [] });
  });
});

test('sluice erase project deletes the project at once', async () => {
  const { stdout } = await run('erase', 'project', `${org}/shop`, '--confirm', 'shop');
  expect(stdout).toContain(`Deleted ${org}/shop.`);
  expect(await projectsOf()).toEqual([]);
  expect(await ask('erase', 'list', org)).toMatchObject({
    erasures: [{ kind: 'project', project: 'shop', events: {} }],
  });
  expect((await run('erase', 'list', org)).stdout).toMatch(/^\S+ {2}waiting {2}shop {2}/);
  const entries = await database.db.pool.query(`select target, actor from audit_log where action = 'project.erase'`);
  expect(entries.rows).toEqual([{ target: 'shop', actor: expect.any(String) }]);
});

test('sluice erase org deletes the organization at once, and the list without a project shows it', async () => {
  const made = await ask<{ erasures: object[] }>('erase', 'org', org, '--confirm', org);
  expect(made).toMatchObject({ organization: org, erasures: [{ kind: 'project', state: 'waiting' }] });
  expect((await run('org', 'list')).stdout).not.toMatch(new RegExp(`^(?:${org}|erased)`, 'm'));
  const { erasures } = await ask<{ erasures: { organization: string }[] }>('erase', 'list');
  expect(erasures.find(({ organization }) => organization === org)).toMatchObject({ finishedAt: null, events: {} });
  expect((await run('erase', 'list')).stdout).toMatch(new RegExp(`^${org}  0 of 1 project  `, 'm'));
});

test.each([
  ['user', (): string[] => [`${org}/shop`, 'id:42', '--confirm', 'other']],
  ['project', (): string[] => [`${org}/shop`, '--confirm', 'other']],
  ['org', (): string[] => [org, '--confirm', 'other']],
])('sluice erase %s erases nothing unless the slug confirms it', async (kind, words) => {
  expect(await run('erase', kind, ...words())).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--confirm other: must be "'),
  });
  expect(await run('erase', kind, ...words().slice(0, -2))).toMatchObject({ code: 2 });
  expect(await projectsOf()).toEqual(['shop']);
  expect(await ask('erase', 'list', `${org}/shop`)).toEqual({ erasures: [] });
});

test.each([
  ['user', ['nobody/shop', 'id:42', '--confirm', 'shop']],
  ['project', ['nobody/shop', '--confirm', 'shop']],
  ['org', ['nobody', '--confirm', 'nobody']],
  ['list', ['nobody/shop']],
  ['list', ['nobody']],
])('sluice erase %s fails for an unknown name', async (kind, words) => {
  expect(await run('erase', kind, ...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no') });
});

/** The JSON value that a command must answer. */
async function ask<T = unknown>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json');
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

function run(...words: string[]): Promise<CommandOutput> {
  return runForTest(words, {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SLUICE_URL: 'https://errors.example.com',
  });
}

async function projectsOf(): Promise<readonly string[]> {
  return (await listProjects(database.db, org)).map(({ slug }) => slug);
}
