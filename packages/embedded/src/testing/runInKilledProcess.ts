import { spawn } from 'node:child_process';
import path from 'node:path';

/** The package as the global setup of the tests has built it: another process cannot load the sources. */
const BUILT = path.resolve(import.meta.dirname, '../../dist/index.js');

/**
 * Runs code that starts a server in a separate process, and then kills that process with SIGKILL, like a crash.
 * @param call the call, on the package as `embedded`; its server is awaited @returns process id and address of the
 * surviving server
 */
export function runInKilledProcess(call: string): Promise<{ readonly pid: number; readonly url: string }> {
  const code = `
    const embedded = await import(${JSON.stringify(BUILT)});
    const server = await ${call};
    process.stdout.write(JSON.stringify({ pid: server.pid, url: server.url }), () => process.kill(process.pid, 'SIGKILL'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // `exit` instead of `close`: the server must not inherit our pipe, but a separate test checks that.
    child.once('exit', (_, signal) => {
      if (signal === 'SIGKILL') resolve(JSON.parse(output) as { pid: number; url: string });
      else reject(new Error(`it was to die by SIGKILL: ${output}`));
    });
  });
}
