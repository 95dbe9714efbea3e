import uPlot from 'uplot';
import { formatTick } from '../lib/formatTick';
import type { ChartData, SeriesColor } from './chartTypes';

interface Parts {
  readonly data: ChartData;
  readonly format: (value: number, isShort: boolean) => string;
  readonly width: number;
  readonly height: number;
  /** Where the colors and fonts of the plot come from. */
  readonly element: HTMLElement;
  readonly onHover: (index: number | undefined) => void;
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
  const [first = 0] = data.times;
  const end = (data.times.at(-1) ?? 0) + data.step;
  return {
    width,
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: data.kind === 'lines', size: 6 },
      drag: { x: on.onPickRange !== undefined, y: false, setScale: false },
    },
    scales: {
      x: {
        time: true,
        range: () => (data.kind === 'bars' ? [first / 1_000, end / 1_000] : [first / 1_000, (end - data.step) / 1_000]),
      },
      y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        gap: 4,
        space: 88,
        values: (_plot, ticks) =>
          ticks.map((tick, index) => formatTick(tick * 1_000, (ticks[index - 1] ?? Number.NaN) * 1_000)),
      },
      { ...axis, size: 52, gap: 4, space: 36, values: (_plot, ticks) => ticks.map((tick) => format(tick, true)) },
    ],
    series: [{}, ...seriesOf(data, color)],
    hooks: {
      setCursor: [({ cursor }) => on.onHover(cursor.idx ?? undefined)],
      draw: [(plot) => drawMarkers(plot, data, color)],
      setSelect: [(plot) => pickRange(plot, on.onPickRange)],
      ready: [(plot) => onPress(plot, data, on.onPickStep)],
    },
  };
}

function seriesOf({ series, kind }: ChartData, color: ColorOf): uPlot.Series[] {
  if (kind === 'lines') {
    return series.map((one) => ({ stroke: color(one.color), width: 1.75, points: { show: false }, spanGaps: false }));
  }
  const paths = uPlot.paths.bars?.({ size: [0.86, 48], align: 1 });
  return [...series].reverse().map((one) => ({ fill: color(one.color), width: 0, points: { show: false }, paths }));
}

function drawMarkers(plot: uPlot, { markers = [] }: ChartData, color: ColorOf): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color('bad');
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
