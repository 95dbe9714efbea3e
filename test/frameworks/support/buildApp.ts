import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import { env } from 'node:process';
import { type InstalledApp } from './installApp.js';

const BUILD_TIMEOUT_MS = 300_000;
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};

/** Runs the commands and returns their output. @param service base URL for uploads @throws if a command fails */
export async function buildApp(
  { root, programs }: InstalledApp,
  commands: readonly string[],
  service: string,
): Promise<string> {
  const child = spawn('sh', ['-ec', commands.join('\n')], {
    cwd: root,
    // Excludes the environment that Jest sets: a build with NODE_ENV=test uploads nothing.
    env: {
      ...QUIET,
      HOME: env['HOME'],
      PATH: [...programs, env['PATH']].join(delimiter),
      SLUICE_URL: service,
      SLUICE_AUTH_TOKEN: 'slp_secret',
      SLUICE_ORG: 'acme',
      SLUICE_PROJECT: 'shop',
      SLUICE_RELEASE: 'shop@1',
    },
    timeout: BUILD_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  const code = await new Promise<number | null>((done, reject) => child.once('error', reject).once('close', done));
  if (code !== 0) throw new Error(`${commands.join('; ')} ended with ${String(code)}:\n${printed.join('')}`);
  return printed.join('');
}
