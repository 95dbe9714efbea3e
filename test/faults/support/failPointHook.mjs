// Imported before a service (`node --import`). Kills the process (SIGKILL: nothing is flushed) when it reaches the point that
// `FAIL_POINT` names for the n-th time: `after-charge`, or `after-charge:3`.
const [point, count = '1'] = (process.env.FAIL_POINT ?? '').split(':');
let reached = 0;

globalThis[Symbol.for('sluice.failPoint')] = (name, moment) => {
  if (name !== point) return;
  reached += 1;
  if (reached !== Number(count)) return;
  const die = () => process.kill(process.pid, 'SIGKILL');
  if (moment === 'soon') setImmediate(die);
  else die();
};
