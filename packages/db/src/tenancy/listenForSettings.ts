import type { Component } from '@sluice/runtime';
import type { Database } from '../connection/createDatabase.js';
import { listenForChanges, type ListenOptions } from '../connection/listenForChanges.js';

/**
 * Calls `onChange` after every committed change of settings and after every (re)connect, because notifications sent meanwhile
 * are lost. A hint only: the reader reads what is newer than the version it knows, and also polls without a hint. `start` does
 * not wait for the server.
 */
export function listenForSettings(db: Database, onChange: () => void, options: ListenOptions = {}): Component {
  let listener: ReturnType<typeof listenForChanges> | undefined;
  return {
    start: () => {
      const hints = { onChange, onListening: onChange, onSilent: () => undefined };
      listener = listenForChanges(db, 'sluice_settings', hints, options);
      return Promise.resolve();
    },
    stop: async () => listener?.stop(),
  };
}
