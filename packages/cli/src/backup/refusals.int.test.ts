import { chmod, mkdir, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createDatabase } from '@sluice/db';
import { createTestDatabase, isCitusRun, useDirectory, useDatabase } from '@sluice/testkit';
import { runForTest, type CommandOutput } from '../testing/runForTest.js';
import { cannotWrite } from './pathError.js';

const directory = useDirectory('refusals');
let file: string;
const source = useDatabase();
beforeAll(async () => {
  await run('org', 'create', 'acme');
  file = inDirectory('good.backup');
  await run('backup', file);
});

const run = (...words: string[]): Promise<CommandOutput> => runForTest(words, { DATABASE_URL: source.url });
const inDirectory = (name: string): string => path.join(directory.path, name);

(isCitusRun() ? describe.skip : describe)('a refusal', () => {
  test('names the reason and the remedy, and blames no address', async () => {
    const service = createDatabase({ url: source.url, poolSize: 1, applicationName: 'sluice-api' });
    try {
      await service.pool.query('select 1');
      expect((await run('restore', file)).stderr).toMatch(
        /^sluice: Sluice is still running on this database \(sluice-api\)\. Stop it \(npm start: Ctrl-C\), then run this again\.$/m,
      );
    } finally {
      await service.close();
    }
    expect((await run('restore', file)).stderr).toMatch(
      /^sluice: the database has data, and a restore does not overwrite any\. Create an empty database for DATABASE_URL; /m,
    );
    await source.db.pool.query('alter table users add "My column" int');
    try {
      expect((await run('backup', inDirectory('never'))).stderr).toMatch(
        /^sluice: the backup could not be restored: /m,
      );
    } finally {
      await source.db.pool.query('alter table users drop "My column"');
    }
  });

  test('of a new data directory says where to move the other one, which is never into one that exists', async () => {
    const dataDir = inDirectory('.data');
    await mkdir(path.join(dataDir, 'redis'), { recursive: true });
    const env = { DATA_DIR: dataDir };
    expect((await runForTest(['restore', file], env)).stderr).toContain(
      `does not overwrite any. Move it away (mv ${dataDir} ${dataDir}.before), or set DATABASE_URL.`,
    );
    await mkdir(`${dataDir}.before`);
    expect((await runForTest(['restore', file], env)).stderr).toContain(`(mv ${dataDir} ${dataDir}.before2)`);
    // The database of a running npm start.
    await writeFile(path.join(dataDir, 'runtime.json'), JSON.stringify({ databaseUrl: source.url }));
    expect((await runForTest(['restore', file], env)).stderr).toMatch(/has data, .* Move it away \(mv /);
  });

  test('of a backup without data says so', async () => {
    expect((await runForTest(['backup', inDirectory('never')], { DATA_DIR: inDirectory('none') })).stderr).toBe(
      `sluice: no data in ${inDirectory('none')}: set DATABASE_URL, or DATA_DIR for another npm start\n`,
    );
  });

  test('of a login without a password names that file', async () => {
    await writeFile(inDirectory('spans_password'), '');
    const { stderr } = await run('restore', file, '--roles', directory.path);
    expect(stderr).toContain('spans_password');
    expect(stderr).not.toContain('Cannot use');
  });

  test('of a path names the directory', async () => {
    const missing = inDirectory('missing');
    expect((await run('backup', path.join(missing, 'x.backup'))).stderr).toContain(
      `cannot write ${missing}/x.backup: the directory ${missing} does not exist\n`,
    );
    expect((await run('backup', path.join(file, 'x.backup'))).stderr).toContain(`${file} is not a directory\n`);
    expect((await run('backup', `${file}/`)).stderr).toContain(
      `cannot create the directory ${file}: it, or a part of its path, is a file\n`,
    );
    expect((await run('restore', path.join(file, 'x'))).stderr).toContain(`${file}/x does not exist`);
    const systemError = (code: string): Error =>
      Object.assign(new Error(`${code}: why, open '/a/b.partial'`), { code });
    for (const code of ['EACCES', 'ENOSPC', 'EROFS']) {
      expect(cannotWrite('/a/b', systemError(code)).message).toMatch(/^cannot write \/a\/b: .*the directory \/a\b/);
    }
    expect(cannotWrite('/a/b', systemError('EIO')).message).toBe('cannot write /a/b: EIO: why');
  });
});

(isCitusRun() ? describe.skip : describe)('a name with a slash at the end', () => {
  test.each(['/', '/.'])('is a directory, which is created: %s', async (end) => {
    const place = path.join(await mkdtemp(inDirectory('new-')), 'a', 'b');
    for (const count of [1, 2]) {
      // The names of two backups of one second are the same.
      const made = await run('backup', `${place}${end}`, '--force');
      expect(made.code).toBe(0);
      expect((await readdir(place)).length).toBeLessThanOrEqual(count);
    }
    expect((await stat(place)).mode & 0o777).toBe(0o700);
    expect((await readdir(place)).every((name) => /^sluice-.*Z\.backup$/.test(name))).toBe(true);
  });

  test('leaves the mode of a directory that exists', async () => {
    const place = await mkdtemp(inDirectory('old-'));
    await chmod(place, 0o750);
    expect((await run('backup', `${place}/`)).code).toBe(0);
    expect((await stat(place)).mode & 0o777).toBe(0o750);
  });
});

(isCitusRun() ? describe.skip : describe)('on a terminal', () => {
  test('one line shows what is done, and is removed at the end', async () => {
    const io = { isErrorTerminal: true };
    const env = { DATABASE_URL: source.url };
    const { stderr } = await runForTest(['backup', inDirectory('shown.backup')], env, undefined, io);
    expect(stderr).not.toContain('\n');
    const shown = stderr.split('\r\u001b[2K');
    expect(shown).toContain(`Backing up to ${inDirectory('shown.backup')}`);
    expect(shown).toContainEqual(expect.stringMatching(/^\d+ rows?, organizations$/));
    expect(shown.at(-1)).toBe('');
  });

  test('a restore that is interrupted says how to continue', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const interrupt = new AbortController();
    let said = '';
    const io = {
      isErrorTerminal: true,
      stderr: (text: string) => {
        said += text;
        if (text.includes('Restoring the backup of ')) interrupt.abort();
      },
    };
    try {
      const env = { DATABASE_URL: empty.url };
      expect((await runForTest(['restore', file], env, interrupt.signal, io)).code).toBe(1);
      expect(said.split('\u001b[2K').at(-1)).toBe(
        'sluice: the restore was interrupted. The database cannot be used until a restore succeeds: run the same command again, which starts over\n',
      );
      expect((await runForTest(['restore', file], env)).code).toBe(0);
    } finally {
      await empty.drop();
    }
  });
});
