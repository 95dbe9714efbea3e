/** What a job says about itself without its payload being read: it is the job's BullMQ name. */
export interface JobLabel {
  /** Version of the job's format. */
  readonly version: number;
  readonly events: number;
}

/** The label as text, `<version>:<events>`; `shard-finish-16.lua` reads the events from it. */
export const formatLabel = ({ version, events }: JobLabel): string => `${version}:${events}`;

/** The label of a job; `undefined` where its name is none of ours. */
export function parseLabel(name: string): JobLabel | undefined {
  const match = /^(\d{1,9}):(\d{1,9})$/.exec(name);
  return match ? { version: Number(match[1]), events: Number(match[2]) } : undefined;
}
