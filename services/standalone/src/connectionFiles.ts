import type { Database } from '@sluice/db';
import type { Component, Logger } from '@sluice/runtime';
import path from 'node:path';
import type { StandaloneConfig } from './config.js';
import { ensureDemo, type Demo } from './demo/ensureDemo.js';
import { firstLink } from './demo/firstLink.js';
import { removeRuntimeFile, writeRuntimeFile, type RuntimeInfo } from './runtimeFile.js';
import type { ServerUrls } from './workers/protocol.js';

/** Sources of the content, read when the files are written. */
export interface ConnectionFilesSources {
  readonly logger: Logger;
  readonly urls: () => ServerUrls;
  readonly database: () => Database;
  readonly ports: () => RuntimeInfo['ports'];
  readonly pids: () => RuntimeInfo['pids'];
}

/** The files with the addresses of this copy: `runtime.json` and `demo.json`. */
export interface ConnectionFiles extends Component {
  readonly baseUrl: () => string;
  /** `undefined` before the start, and if `DEMO` is off. */
  readonly demo: () => Demo | undefined;
  /** Signs in the first user; `undefined` before the start, and if that user is gone. */
  readonly signInLink: () => string | undefined;
  /** Writes `runtime.json` again after the start: process ids change when a process is restarted. */
  readonly refresh: () => void;
}

/** Creates the demo project, a link for the first user and both files on start; removes `runtime.json` on stop. */
export function createConnectionFiles(
  { dataDir, demo: isEnabled, services: { api } }: StandaloneConfig,
  sources: ConnectionFilesSources,
): ConnectionFiles {
  const { publicUrl } = api;
  let demo: Demo | undefined;
  let signInLink: string | undefined;
  let started = false;
  let writing: Promise<void> = Promise.resolve();
  const baseUrl = (): string => `http://localhost:${sources.ports().public}`;
  const write = async (): Promise<void> => {
    if (!started) return;
    const { databaseUrl, redisUrl, redisQueueUrl } = sources.urls();
    const ports = sources.ports();
    const pids = sources.pids();
    const addresses = { baseUrl: baseUrl(), ...(publicUrl === undefined ? {} : { publicUrl }) };
    await writeRuntimeFile(dataDir, { ...addresses, databaseUrl, redisUrl, redisQueueUrl, ports, pids });
  };
  const enqueue = (): Promise<void> => (writing = writing.then(write));
  return {
    baseUrl,
    demo: () => demo,
    signInLink: () => signInLink,
    refresh: () => {
      enqueue().catch((error: unknown) => sources.logger.warn({ err: error }, 'runtime.json could not be written'));
    },
    start: async () => {
      started = true;
      await enqueue();
      const [db, nowMs] = [sources.database(), Date.now()];
      const file = path.join(dataDir, 'demo.json');
      if (isEnabled) demo = await ensureDemo(db, { file, baseUrl: baseUrl(), publicUrl, nowMs });
      // Below a path prefix, pages work at PUBLIC_URL only.
      const organization = demo?.organization;
      signInLink = await firstLink(db, { baseUrl: publicUrl ?? baseUrl(), organization, nowMs });
    },
    stop: async () => {
      started = false;
      await writing.catch(() => undefined);
      await removeRuntimeFile(dataDir);
    },
  };
}
