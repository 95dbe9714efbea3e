// The system under load: `npm start`'s two processes, or one process of each service.
import { startSystem } from '../endToEnd/system.mjs';
import { startService } from '../support/services.mjs';

/** The receiver is on loopback, which no webhook reaches by default. */
const ALERTS = { ALERTS_ALLOWED_ADDRESSES: '127.0.0.1' };
const WORKERS = ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'];

/** @param servers `{ directory, env, pids, … }` @returns the same with `port`, the `adminUrl` of alerts, its processes, and `stop` */
export async function startAll(servers, isSeparate) {
  const env = { ...servers.env, ...ALERTS };
  if (!isSeparate) return startSystem({ ...servers, env });
  return startServices({ ...servers, env });
}

async function startServices(servers) {
  const started = [];
  const stop = async () => {
    for (const service of started.reverse()) await service.stop();
  };
  try {
    for (const name of ['alerts', ...WORKERS, 'gateway']) started.push(await startService(name, { env: servers.env }));
  } catch (error) {
    await stop();
    throw error;
  }
  const pids = Object.fromEntries(started.map(({ name, pid }) => [name, pid]));
  const [alerts] = started;
  return { ...servers, port: started.at(-1).port, adminUrl: alerts.adminUrl, pids: { ...pids, ...servers.pids }, stop };
}
