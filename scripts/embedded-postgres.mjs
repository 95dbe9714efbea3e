// Starts the PostgreSQL of `npm start` alone, for `sluice backup` and `sluice restore`: prints its address, and stops it when
// stdin ends, however the other process ended.
import { startLocalPostgres } from '@sluice/embedded';

// Ctrl-C goes to both processes; the other one ends this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

try {
  const report = (line) => process.stderr.write(`${line}\n`);
  const server = await startLocalPostgres({ dataDir: process.argv[2], report });
  process.stdin.on('end', () => void server.stop().then(() => process.exit(0)));
  process.stdin.resume();
  process.stdout.write(`${server.url}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
