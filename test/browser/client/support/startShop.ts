import { join } from 'node:path';
import { startChild, waitForLine, type Child } from '../../../e2e/support/child.js';
import { freePort } from '../../../e2e/support/freePort.js';
import { repoRoot } from '../../../e2e/support/repoRoot.js';

/** The example's Express server, as a separate process. */
export interface Shop {
  readonly origin: string;
  readonly child: Child;
}

/** Starts the server with a DSN; the caller ends the process. @param folder directory for its log file */
export async function startShop(dsn: string, folder: string): Promise<Shop> {
  const port = await freePort();
  const child = startChild({
    name: 'shop',
    args: [join(repoRoot, 'packages/client/examples/express/server.mjs')],
    cwd: repoRoot,
    env: { SLUICE_DSN: dsn, PORT: String(port) },
    logFile: join(folder, `shop-${port}.log`),
  });
  await waitForLine(child, /^the shop is at http:\/\/\S+/m);
  return { origin: `http://127.0.0.1:${port}`, child };
}
