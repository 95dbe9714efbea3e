import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import fs from 'node:fs';
import net from 'node:net';
import workerThreads from 'node:worker_threads';
import StoragesEndEnvironment from './environment.mjs';

/**
 * Functions that unit tests must not call. They may read files, because fixtures are files. Jest writes its cache
 * through copies of these functions.
 */
const FORBIDDEN = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'send']],
  [childProcess.ChildProcess.prototype, ['spawn']],
  [childProcess, ['spawnSync', 'execSync', 'execFileSync']],
  [workerThreads, ['Worker']],
  [fs, ['mkdtempSync', 'mkdirSync', 'writeFileSync', 'appendFileSync', 'createWriteStream', 'writeFile', 'mkdir']],
  [fs.promises, ['mkdtemp', 'mkdir', 'writeFile', 'appendFile', 'rename', 'truncate']],
];

/** Whether a unit test runs in this worker, which runs files of other projects too. */
let isPure = false;

function forbid(owner, name) {
  const original = owner[name];
  // Not an arrow function: `Worker` is called with `new`, and methods of prototypes need `this`.
  owner[name] = function (...args) {
    if (isPure) throw new Error(`A unit test called ${name}, which does I/O. Rename its file to *.int.test.ts.`);
    return new.target === undefined ? original.apply(this, args) : new original(...args);
  };
}

for (const [owner, names] of FORBIDDEN) for (const name of names) forbid(owner, name);

/** Environment of the project `unit`: opening a socket, starting a process or a thread, or writing a file throws. */
export default class PureEnvironment extends StoragesEndEnvironment {
  async setup() {
    await super.setup();
    isPure = true;
  }

  async teardown() {
    isPure = false;
    await super.teardown();
  }
}
