/**
 * Milliseconds of CPU time that this process spends on `run`. Unlike time by the clock they do not grow while others have
 * the machine, so that a bound on them holds on a busy one.
 */
export function cpuMs(run: () => void): number {
  const since = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
