/** What grouping needs of a source map. */
interface SizedMap {
  /** `null` if the map is found by its debug id only. */
  readonly release: string | null;
  readonly size: number;
}

/** The source maps of a release, or those without one. */
export interface MapGroup<Map> {
  readonly release: string | null;
  readonly maps: readonly Map[];
  /** Bytes. */
  readonly size: number;
}

/** Groups source maps by release, in the order in which the releases appear. */
export function groupMaps<Map extends SizedMap>(maps: readonly Map[]): readonly MapGroup<Map>[] {
  const releases = [...new Set(maps.map(({ release }) => release))];
  return releases.map((release) => {
    const own = maps.filter((map) => map.release === release);
    return { release, maps: own, size: own.reduce((sum, { size }) => sum + size, 0) };
  });
}
