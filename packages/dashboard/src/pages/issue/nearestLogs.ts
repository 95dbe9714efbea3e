/** Returns the records that are nearest to a moment, at most `most`, in the order of time. */
export const nearestLogs = <Log extends { readonly timestamp: string }>(
  logs: readonly Log[],
  atMs: number,
  most: number,
): readonly Log[] => {
  const distance = ({ timestamp }: Log): number => Math.abs(Date.parse(timestamp) - atMs);
  return [...logs]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, most)
    .sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
};
