/** Facts about a job that are readable without its payload, because they are the job's BullMQ name. */
export interface JobLabel {
  /** Version of the job's format. */
  readonly version: number;
  readonly events: number;
}

/** The label as text, `<version>:<events>`; `shard-finish-16.lua` reads the events from it. */
export const formatLabel = ({ version, events }: JobLabel): string => `${version}:${events}`;

/** Returns the label in a job's name; `undefined` for a name of another format. */
export function parseLabel(name: string): JobLabel | undefined {
  const match = /^(\d{1,9}):(\d{1,9})$/.exec(name);
  return match ? { version: Number(match[1]), events: Number(match[2]) } : undefined;
}
