import uPlot from 'uplot';
import { formatTick } from '../lib/formatTick';
import type { ChartData, SeriesColor } from './chartTypes';
import { isolatedPoints } from './isolatedPoints';
import { splitsOf, topOf } from './topOf';

interface Parts {
  readonly data: ChartData;
  readonly format: (value: number, isShort: boolean) => string;
  readonly width: number;
  readonly height: number;
  /** Where the colors and fonts of the plot come from. */
  readonly element: HTMLElement;
  readonly onHover: (index: number | undefined) => void;
  /** Called after every drawing. */
  readonly onDraw: (plot: uPlot) => void;
  readonly onPickRange: ((from: number, to: number) => void) | undefined;
  readonly onPickStep: ((time: number) => void) | undefined;
}

type ColorOf = (token: SeriesColor | 'grid' | 'ink-2' | 'line-3') => string;

/** Returns a function from a token to the color that it has now. A canvas knows neither variables nor `light-dark()`. */
function readColors(element: HTMLElement): ColorOf {
  const probe = document.createElement('span');
  element.append(probe);
  const colors = new Map<string, string>();
  return (token) => {
    const known = colors.get(token);
    if (known !== undefined) return known;
    if (!probe.isConnected) element.append(probe);
    probe.style.color = `var(--${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    colors.set(token, color);
    return color;
  };
}

/** Returns the options of the plot. */
export function chartOptions({ data, format, width, height, element, ...on }: Parts): uPlot.Options {
  const color = readColors(element);
  const font = `11px ${getComputedStyle(element).fontFamily}`;
  const axis = { stroke: color('ink-2'), font, grid: { stroke: color('grid'), width: 1 }, ticks: { show: false } };
  return {
    width,
    height,
    padding: [data.markers === undefined || data.markers.length === 0 ? 8 : FLAG_HEIGHT, RIGHT, 0, 0],
    tzDate: (seconds) => new Date(seconds * 1_000),
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: data.kind === 'lines', size: 6 },
      drag: { x: on.onPickRange !== undefined, y: false, setScale: false },
    },
    scales: {
      x: {
        time: true,
        range: () => rangeOf(data),
      },
      y: { range: (_plot, _min, max) => [0, topOf(max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        gap: 4,
        space: 88,
        // A step begins at its time: the label begins with its bar.
        // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- uPlot has the enum in its types only
        align: data.kind === 'bars' ? LEFT_ALIGNED : undefined,
        values: (plot, ticks) => writeTicks(plot, ticks, data),
      },
      {
        ...axis,
        size: LEFT,
        gap: 4,
        splits: (_plot, _index, _min, max) => splitsOf(max),
        values: (_plot, ticks) => ticks.map((tick) => format(tick, true)),
      },
    ],
    series: [{}, ...seriesOf(data, color)],
    hooks: {
      setCursor: [({ cursor }) => on.onHover(cursor.idx ?? undefined)],
      draw: [(plot) => drawMarkers(plot, data, color), on.onDraw],
      setSelect: [(plot) => pickRange(plot, on.onPickRange)],
      ready: [(plot) => onPress(plot, data, on.onPickStep)],
    },
  };
}

/** Widths in pixels beside the plot: of the axis of values, and for the half of the last label of the axis of time. */
const [LEFT, RIGHT] = [52, 20];

/** Of labels of an axis. */
const LEFT_ALIGNED = 1;

/** Height in pixels above the plot for the names of markers. */
const FLAG_HEIGHT = 28;

/** Of a digit or letter of an axis in pixels. */
const CHARACTER = 6.4;

/** The first and the last moment, in seconds. A line of one point has it in the middle. */
function rangeOf({ times, step, kind }: ChartData): [number, number] {
  const [first, last] = [times[0] ?? 0, times.at(-1) ?? 0];
  if (kind === 'bars') return [first / 1_000, (last + step) / 1_000];
  return first === last ? [(first - step) / 1_000, (last + step) / 1_000] : [first / 1_000, last / 1_000];
}

/** The labels of the axis of time. One that the right end would cut is left out. */
function writeTicks(plot: uPlot, ticks: readonly number[], data: ChartData): string[] {
  const [first, last] = rangeOf(data);
  const width = plot.width - LEFT - RIGHT;
  return ticks.map((tick, index) => {
    const label = formatTick(tick * 1_000, (ticks[index - 1] ?? Number.NaN) * 1_000);
    const end = ((tick - first) / (last - first)) * width + label.length * CHARACTER * (data.kind === 'bars' ? 1 : 0.5);
    return end > width + RIGHT ? '' : label;
  });
}

function seriesOf({ series, kind }: ChartData, color: ColorOf): uPlot.Series[] {
  if (kind === 'lines') {
    return series.map((one) => ({
      stroke: color(one.color),
      width: 1.75,
      spanGaps: false,
      points: { show: false, size: 6, fill: color(one.color), filter: () => isolatedPoints(one.values) },
    }));
  }
  const paths = uPlot.paths.bars?.({ size: [0.86, 96], align: 1 });
  return [...series].reverse().map((one) => ({ fill: color(one.color), width: 0, points: { show: false }, paths }));
}

function drawMarkers(plot: uPlot, { markers = [] }: ChartData, color: ColorOf): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color('ink-2');
  ctx.setLineDash([4, 3]);
  for (const { time } of markers) {
    const x = Math.round(plot.valToPos(time / 1_000, 'x', true)) + 0.5;
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Shorter drags are presses. */
const MIN_DRAG_PX = 6;

function pickRange(plot: uPlot, onPick: Parts['onPickRange']): void {
  const { left, width } = plot.select;
  if (onPick === undefined || width < MIN_DRAG_PX) return;
  onPick(plot.posToVal(left, 'x') * 1_000, plot.posToVal(left + width, 'x') * 1_000);
}

function onPress(plot: uPlot, { times }: ChartData, onPick: Parts['onPickStep']): void {
  if (onPick === undefined) return;
  plot.over.addEventListener('click', () => {
    const time = times[plot.cursor.idx ?? -1];
    if (time !== undefined && plot.select.width < MIN_DRAG_PX) onPick(time);
  });
}
