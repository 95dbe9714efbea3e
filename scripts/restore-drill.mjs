import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

const USAGE = `Usage: node scripts/restore-drill.mjs --backup <directory> --archive <directory> [--time <timestamp>]

Restores a base backup and the archived WAL into a scratch server, runs "sluice doctor" on it, and removes it.

  --backup <directory>    a base backup of pg_basebackup in plain format
  --archive <directory>   the archived WAL files; fetch those of pgBackRest or WAL-G first
  --time <timestamp>      recover to this time, such as "2026-11-25 12:30:00+00"; default: the end of the archive
  --database, --user      default: sluice
  --programs <directory>  with postgres and pg_ctl of the backup's version; default: the newest in /usr/lib/postgresql
  --scratch <directory>   needs as much space as the backup; default: the system's temporary directory

REDIS_URL and SLUICE_URL of the environment are passed to the doctor, which then also compares Redis and gateways with the
restored database. Exit code 0 if the database was restored and has the schema of this version.`;

/** Time for the recovery, seconds. */
const RECOVERY_SECONDS = 86_400;

const { values } = parseArgs({
  options: {
    backup: { type: 'string' },
    archive: { type: 'string' },
    time: { type: 'string' },
    programs: { type: 'string' },
    scratch: { type: 'string' },
    database: { type: 'string', default: 'sluice' },
    user: { type: 'string', default: 'sluice' },
  },
});

if (values.backup === undefined || values.archive === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

/** Restores, examines and stops the server. Resolves with whether the database is usable. */
async function drill({ backup, archive, time, database, user, home, programs = newestPrograms() }) {
  const directory = await programs;
  const ids = await unprivileged();
  const data = join(home, 'data');
  const began = performance.now();
  await cp(resolve(backup), data, { recursive: true });
  await ensureConfiguration(data, directory);
  await configure(data, { archive: resolve(archive), time });
  await chmod(data, 0o700);
  if (ids !== undefined) await run('chown', ['-R', `${ids.uid}:${ids.gid}`, home]);
  const control = (...args) =>
    run(join(directory, 'pg_ctl'), ['-D', data, '-w', '-t', String(RECOVERY_SECONDS), ...args], { cwd: home, ...ids });
  // Only a socket in a directory of its own: data of production is not on a port.
  const files = `-c hba_file=${join(home, 'hba.conf')} -c ident_file=${join(home, 'ident.conf')}`;
  const options = `-c listen_addresses= -c unix_socket_directories=${home} ${files}`;
  await writeFile(join(home, 'hba.conf'), 'local all all trust\n');
  await writeFile(join(home, 'ident.conf'), '');
  await start(control, options, home);
  try {
    const query = (sql) => ask(directory, { home, database, user, sql });
    await untilRecovered(query);
    print(`restored in ${Math.round(performance.now() - began)} ms`);
    for (const [name, sql] of Object.entries(FACTS)) print(`${name}: ${await query(sql)}`);
    return await examine(`postgres:///${database}?host=${encodeURIComponent(home)}&user=${encodeURIComponent(user)}`);
  } finally {
    // It has stopped already if the recovery failed: that error counts.
    await control('-m', 'fast', 'stop').catch(() => undefined);
  }
}

/** What an operator compares with what they expect. */
const FACTS = {
  'size of the database': 'select pg_size_pretty(pg_database_size(current_database()))',
  'last recovered transaction': 'select pg_last_xact_replay_timestamp()',
  organizations: 'select count(*) from organizations',
  projects: 'select count(*) from projects where deleted_at is null',
  'last hour with events': 'select max(hour) from usage',
  'last migration': 'select max(name collate "C") from schema_migrations',
};

/** Limits that a recovering server must not have lower than the server of the backup, by their names in `pg_controldata`. */
const LIMITS = {
  max_connections: 'max_connections',
  max_worker_processes: 'max_worker_processes',
  max_wal_senders: 'max_wal_senders',
  max_prepared_xacts: 'max_prepared_transactions',
  max_locks_per_xact: 'max_locks_per_transaction',
};

/** Writes a `postgresql.conf` if the backup has none: Debian has it in /etc/postgresql, and no base backup contains it. */
async function ensureConfiguration(data, directory) {
  const file = join(data, 'postgresql.conf');
  if (existsSync(file)) return;
  const env = { ...process.env, LC_ALL: 'C' };
  const { stdout } = await run(join(directory, 'pg_controldata'), ['-D', data], { env });
  const settings = Object.entries(LIMITS).map(([name, setting]) => {
    const value = new RegExp(`^${name} setting: +(\\d+)$`, 'm').exec(stdout)?.[1];
    if (value === undefined)
      throw new Error(`pg_controldata does not print ${name}: is --programs of another version?`);
    return `${setting} = ${value}`;
  });
  await writeFile(file, `${settings.join('\n')}\n`);
}

async function configure(data, { archive, time }) {
  const quote = (text) => `'${text.replaceAll("'", "''")}'`;
  const settings = [
    `restore_command = ${quote(`cp "${archive}/%f" "%p"`)}`,
    // Without a time, the one of an earlier recovery, which the backup has inherited, is cleared.
    `recovery_target_time = ${quote(time ?? '')}`,
    "recovery_target_action = 'promote'",
    "archive_mode = 'off'",
    "primary_conninfo = ''",
    "synchronous_standby_names = ''",
    "shared_preload_libraries = ''",
  ];
  await rm(join(data, 'standby.signal'), { force: true });
  await rm(join(data, 'postmaster.pid'), { force: true });
  await writeFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`, { flag: 'a' });
  await writeFile(join(data, 'recovery.signal'), '');
}

async function start(control, options, home) {
  try {
    await control('-l', join(home, 'log'), '-o', options, 'start');
  } catch {
    throw new Error(`the server did not start:\n${await endOfLog(home)}`);
  }
}

async function endOfLog(home) {
  const { stdout } = await run('tail', ['-n', '10', join(home, 'log')]).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

/** A server accepts reads before it has recovered. */
async function untilRecovered(query) {
  while ((await query('select pg_is_in_recovery()')) !== 'f') {
    await new Promise((done) => setTimeout(done, 200));
  }
}

async function ask(directory, { home, database, user, sql }) {
  const args = ['-X', '-A', '-t', '-h', home, '-U', user, '-d', database, '-c', sql];
  try {
    const { stdout } = await run(join(directory, 'psql'), args);
    return stdout.trim();
  } catch (error) {
    // A recovery that fails after the server accepts reads ends the server, and only the log says why.
    throw new Error(`${error.message.trim()}\nThe log of the server ends:\n${await endOfLog(home)}`, { cause: error });
  }
}

/** Prints what the doctor says. Resolves with whether the database and its schema are in order. */
async function examine(databaseUrl) {
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  // Of production, not of the scratch server.
  delete env.DATABASE_PASSWORD;
  delete env.DATABASE_PASSWORD_FILE;
  const args = [join(root, 'packages/cli/bin/sluice.mjs'), 'doctor', '--json'];
  const text = await new Promise((done, fail) => {
    const doctor = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks = [];
    doctor.stdout.on('data', (chunk) => chunks.push(chunk));
    doctor.once('error', fail);
    doctor.once('close', () => done(Buffer.concat(chunks).toString()));
  });
  const { checks = [] } = JSON.parse(text);
  for (const { name, status, message, advice } of checks) {
    print(`doctor: ${status} ${name}: ${message}${advice === undefined ? '' : ` → ${advice}`}`);
  }
  const isOk = ['database', 'migrations'].every((name) =>
    checks.some((check) => check.name === name && check.status === 'ok'),
  );
  print(isOk ? 'The backup can be restored.' : 'The restored database is not usable.');
  return isOk;
}

/** PostgreSQL refuses to run as root. */
async function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(['-u', '-g'].map((option) => run('id', [option, 'postgres'])));
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

async function newestPrograms() {
  const parent = '/usr/lib/postgresql';
  const versions = (await readdir(parent).catch(() => [])).map(Number).sort((a, b) => b - a);
  if (versions.length === 0)
    throw new Error('no PostgreSQL in /usr/lib/postgresql: give its directory with --programs');
  return join(parent, String(versions[0]), 'bin');
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

const home = await mkdtemp(join(values.scratch ?? tmpdir(), 'sluice-drill-'));
try {
  process.exitCode = (await drill({ ...values, home })) ? 0 : 1;
} catch (error) {
  process.stderr.write(`restore-drill: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(home, { recursive: true, force: true });
}
