// What processes use, from /proc: a server's processes count together, those that came and went included.
import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS = 100;

function statOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    return {
      parent: fields[1],
      own: (fields[11] + fields[12]) / CLOCK_TICKS,
      reaped: (fields[13] + fields[14]) / CLOCK_TICKS,
    };
  } catch {
    return undefined;
  }
}

const familyOf = (pid) => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && statOf(name)?.parent === pid)
    .map(Number),
];

/** CPU seconds of a process so far. */
export const cpuOf = (pid) => statOf(pid)?.own ?? 0;

/** CPU seconds so far of a server and of all children it has or had. */
export const familyCpuOf = (pid) =>
  familyOf(pid).reduce((sum, member) => sum + cpuOf(member), statOf(pid)?.reaped ?? 0);

/** CPU seconds of this process's children that have ended. */
export const endedChildrenCpu = () => statOf(process.pid)?.reaped ?? 0;

function pssOf(pid) {
  try {
    return 1_024 * Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Bytes of memory (PSS: shared pages are shared out) of a process and its children. */
export const familyMemoryOf = (pid) => familyOf(pid).reduce((sum, member) => sum + pssOf(member), 0);

/** Bytes of memory (PSS) of one process. */
export const memoryOf = pssOf;
