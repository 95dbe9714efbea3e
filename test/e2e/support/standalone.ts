import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, waitForLine, type Child } from './child.js';
import { embeddedUrls } from './embeddedUrls.js';
import { freePortPair } from './freePort.js';
import { quickSettings } from './quickSettings.js';
import { repoRoot } from './repoRoot.js';
import { type SystemAddress } from './system.js';

export interface Standalone {
  readonly child: Child;
  readonly address: SystemAddress;
  /** Ends the system in order and removes its data. */
  stop(): Promise<void>;
}

export interface StandalonePlace {
  readonly port: number;
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A free pair of ports and an empty data directory which any user can reach. */
export async function newPlace(env: Readonly<Record<string, string>> = {}): Promise<StandalonePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-e2e-'));
  await chmod(dataDir, 0o755);
  return { port: await freePortPair(), dataDir, env };
}

/** Runs the program of `npm start` in the given directory; resolves when it reports that it is ready. */
export async function startStandaloneAt(place: StandalonePlace): Promise<Standalone> {
  const { port, dataDir } = place;
  const logFile = join(dataDir, `start-${Date.now()}.log`);
  const child = startChild({
    name: 'standalone',
    args: [join(repoRoot, 'scripts', 'start.mjs')],
    cwd: repoRoot,
    env: {
      PORT: String(port),
      ADMIN_PORT: String(port + 1),
      DATA_DIR: dataDir,
      ...quickSettings,
      ...place.env,
    },
    logFile,
  });
  try {
    await waitForLine(child, /^ready http:\/\/\S+/m, 90_000);
    const urls = await embeddedUrls(dataDir);
    const baseUrl = `http://127.0.0.1:${port}`;
    return {
      child,
      address: {
        mode: 'standalone',
        baseUrl,
        gatewayUrls: [baseUrl],
        adminUrls: [`http://127.0.0.1:${port + 1}`],
        ...urls,
        commandEnv: { DATA_DIR: dataDir, PORT: String(port) },
        gatewayPids: [child.pid],
        dataDir,
      },
      async stop() {
        await child.end();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await child.end();
    throw error;
  }
}
