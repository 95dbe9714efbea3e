import { lockDataDirectory } from '@sluice/embedded';
import type { Component, DirectoryLock } from '@sluice/runtime';
import { assertPortFree } from './assertPortFree.js';
import type { StandaloneConfig } from './config.js';

/** Locks `DATA_DIR` and checks both ports, so that a second copy fails before it changes anything. */
export function claimDataDirectory(config: StandaloneConfig, publicHost: string): Component {
  let lock: DirectoryLock | undefined;
  const stop = async (): Promise<void> => {
    await lock?.release();
    lock = undefined;
  };
  return {
    start: async () => {
      lock = await lockDataDirectory(config.dataDir);
      try {
        await assertPortFree({ name: 'PORT', host: publicHost, port: config.port });
        await assertPortFree({ name: 'ADMIN_PORT', host: '127.0.0.1', port: config.adminPort });
      } catch (error) {
        await stop();
        throw error;
      }
    },
    stop,
  };
}
