import type { Database } from '@sluice/db';
import type { Component, Logger } from '@sluice/runtime';
import path from 'node:path';
import type { StandaloneConfig } from './config.js';
import { ensureDemo, type Demo } from './demo/ensureDemo.js';
import { removeRuntimeFile, writeRuntimeFile, type RuntimeInfo } from './runtimeFile.js';
import type { ServerUrls } from './workers/protocol.js';

/** What the files tell of, asked when they are written. */
export interface ConnectionFilesSources {
  readonly logger: Logger;
  readonly urls: () => ServerUrls;
  readonly database: () => Database;
  readonly ports: () => RuntimeInfo['ports'];
  readonly pids: () => RuntimeInfo['pids'];
}

/** The files that tell others how to reach this copy: `runtime.json` and `demo.json`. */
export interface ConnectionFiles extends Component {
  readonly baseUrl: () => string;
  /** `undefined` before the start and where the demo is turned off. */
  readonly demo: () => Demo | undefined;
  /** Writes `runtime.json` anew where it is there: process ids change when something is started again. */
  readonly refresh: () => void;
}

/** Makes the demo project and writes both files at the start; removes `runtime.json` at the stop. */
export function createConnectionFiles(
  { dataDir, demo: wanted }: StandaloneConfig,
  sources: ConnectionFilesSources,
): ConnectionFiles {
  let demo: Demo | undefined;
  let started = false;
  let writing: Promise<void> = Promise.resolve();
  const baseUrl = (): string => `http://localhost:${sources.ports().public}`;
  const write = async (): Promise<void> => {
    if (!started) return;
    const { databaseUrl, redisUrl, redisQueueUrl } = sources.urls();
    const ports = sources.ports();
    const pids = sources.pids();
    await writeRuntimeFile(dataDir, { baseUrl: baseUrl(), databaseUrl, redisUrl, redisQueueUrl, ports, pids });
  };
  const enqueue = (): Promise<void> => (writing = writing.then(write));
  return {
    baseUrl,
    demo: () => demo,
    refresh: () => {
      enqueue().catch((error: unknown) => sources.logger.warn({ err: error }, 'runtime.json was not written'));
    },
    start: async () => {
      started = true;
      await enqueue();
      if (!wanted) return;
      const file = path.join(dataDir, 'demo.json');
      demo = await ensureDemo(sources.database(), { file, baseUrl: baseUrl(), nowMs: Date.now() });
    },
    stop: async () => {
      started = false;
      await writing.catch(() => undefined);
      await removeRuntimeFile(dataDir);
    },
  };
}
