// Looks at both ports of `npm start` before anything is installed or built. Uses nothing but Node.
import { createServer } from 'node:net';

const REASONS = { EADDRINUSE: 'another program listens on it', EACCES: 'this user may not listen on it' };

/** Ends the process with one line when a port is in use. A value that is no port is left for the settings to report. */
export async function assertPortsFree(env) {
  const port = portOf(env.PORT, 8000);
  const adminPort = portOf(env.ADMIN_PORT, port === undefined || port === 0 ? 0 : port + 1);
  await assertFree('PORT', port, env.HOST);
  await assertFree('ADMIN_PORT', adminPort, '127.0.0.1');
}

function portOf(text, fallback) {
  const port = (text ?? '').trim() === '' ? fallback : Number(text);
  return Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : undefined;
}

async function assertFree(setting, port, host) {
  if (port === undefined || port === 0) return;
  const reason = await new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', ({ code }) => resolve(REASONS[code]));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
  if (reason === undefined) return;
  console.error(`sluice: ${setting} ${port} cannot be used: ${reason}. Choose another with ${setting}=….`);
  process.exit(1);
}
