import { log } from '../../capture/log.js';
import type { Integration } from '../../core/client.js';
import { describeCall } from '../describeCall.js';
import { levelOf, watchConsole, type ConsoleMethod } from '../hooks/consoleCalls.js';

export interface ConsoleLogsOptions {
  /** Console methods; default `log`, `info`, `warn` and `error`. */
  readonly methods?: readonly ConsoleMethod[];
}

/** Sends console calls as logs. */
export const consoleLogs = ({ methods = ['log', 'info', 'warn', 'error'] }: ConsoleLogsOptions = {}): Integration => ({
  name: 'consoleLogs',
  setup: (client) =>
    watchConsole(client, ({ method, args }) => {
      if (methods.includes(method)) log(levelOf(method), describeCall(args), { 'console.method': method });
    }),
});
