import type { ChartMarker } from './chartTypes';

/** Markers that are drawn at one place. */
export interface PlacedMarker {
  /** Pixels from the left end of the plot. */
  readonly left: number;
  /** Pixels until the next marker, or the right end. */
  readonly room: number;
  readonly markers: readonly ChartMarker[];
}

/** Targets of a pointer are this far apart (WCAG 2.5.8). */
const TARGET_PX = 24;

/**
 * Returns where markers are drawn, from left to right. Those that are too near for a pointer share a place; those outside of
 * the plot are left out.
 */
export function placeMarkers(
  markers: readonly ChartMarker[],
  toLeft: (time: number) => number,
  width: number,
): readonly PlacedMarker[] {
  const groups: { left: number; markers: ChartMarker[] }[] = [];
  for (const marker of [...markers].sort((a, b) => a.time - b.time)) {
    const left = Math.round(toLeft(marker.time));
    const last = groups.at(-1);
    if (left < 0 || left > width) continue;
    if (last !== undefined && left - last.left < TARGET_PX) last.markers.push(marker);
    else groups.push({ left, markers: [marker] });
  }
  return groups.map((group, index) => ({ ...group, room: (groups[index + 1]?.left ?? width) - group.left }));
}
