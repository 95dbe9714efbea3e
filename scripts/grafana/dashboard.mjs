// Builds the JSON of Grafana dashboards from short descriptions of panels.

/** @typedef {readonly [expression: string, legend: string]} Query */

/**
 * @typedef {object} Panel
 * @property {'timeseries' | 'stat' | 'heatmap'} type
 * @property {string} title
 * @property {string} description what it shows and when to look closer
 * @property {string} unit of Grafana, such as `s`, `percentunit`, `short`
 * @property {readonly Query[]} queries
 * @property {number} [width] of 24 columns
 * @property {boolean} [stacked]
 * @property {number} [warn] value from which on it is yellow
 * @property {number} [alarm] value from which on it is red
 */

/** A chart over time. @param {Omit<Panel, 'type'>} panel @returns {Panel} */
export const chart = (panel) => ({ type: 'timeseries', ...panel });

/** The last value as a number. @param {Omit<Panel, 'type'>} panel @returns {Panel} */
export const number = (panel) => ({ type: 'stat', width: 4, ...panel });

/** The distribution of a histogram over time; the query must keep `le`. @param {Omit<Panel, 'type'>} panel @returns {Panel} */
export const heatmap = (panel) => ({ type: 'heatmap', ...panel });

const COLUMNS = 24;
const WIDTH = 8;
const HEIGHT = { timeseries: 8, heatmap: 8, stat: 4 };

/** Every query reads the source that the variable `datasource` selects. */
const SOURCE = { type: 'prometheus', uid: '${datasource}' };

const DATASOURCE = { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', hide: 0 };

/** A variable with the values of a label, all of them by default. */
export const labelVariable = (name, label, query) => ({
  name,
  label,
  type: 'query',
  datasource: SOURCE,
  definition: query,
  query: { query, refId: name },
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: ['All'], value: ['$__all'] },
});

const thresholdsOf = ({ warn, alarm }) => ({
  mode: 'absolute',
  steps: [
    { color: 'green', value: null },
    ...(warn === undefined ? [] : [{ color: 'yellow', value: warn }]),
    ...(alarm === undefined ? [] : [{ color: 'red', value: alarm }]),
  ],
});

const CHART = (stacked) => ({
  drawStyle: 'line',
  lineWidth: 1,
  fillOpacity: stacked ? 40 : 8,
  showPoints: 'never',
  // A gap means that nothing was measured.
  spanNulls: false,
  stacking: { mode: stacked ? 'normal' : 'none', group: 'A' },
});

const OPTIONS = {
  timeseries: {
    legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
    tooltip: { mode: 'multi', sort: 'desc' },
  },
  stat: {
    colorMode: 'value',
    graphMode: 'area',
    justifyMode: 'auto',
    orientation: 'auto',
    reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
    textMode: 'auto',
  },
};

/** A heatmap has its unit on the axis, not in the fields. */
const optionsOf = ({ type, unit }) =>
  type === 'heatmap'
    ? {
        calculate: false,
        cellGap: 1,
        color: { mode: 'scheme', scheme: 'Oranges', steps: 64, exponent: 0.5, reverse: false },
        legend: { show: true },
        rowsFrame: { layout: 'le' },
        tooltip: { mode: 'single', showColorScale: false, yHistogram: false },
        yAxis: { axisPlacement: 'left', reverse: false, unit },
      }
    : OPTIONS[type];

function panelOf(panel, place) {
  const { type, title, description, unit, queries, stacked = false } = panel;
  return {
    ...place,
    type,
    title,
    description,
    datasource: SOURCE,
    targets: queries.map(([expr, legendFormat], position) => ({
      refId: String.fromCharCode(65 + position),
      datasource: SOURCE,
      editorMode: 'code',
      expr,
      legendFormat,
      range: true,
      ...(type === 'heatmap' ? { format: 'heatmap' } : {}),
    })),
    fieldConfig: {
      defaults: {
        ...(type === 'heatmap' ? {} : { unit }),
        ...(type === 'timeseries' ? { min: 0, custom: CHART(stacked) } : {}),
        ...(type === 'stat' ? { noValue: 'not measured' } : {}),
        thresholds: thresholdsOf(panel),
      },
      overrides: [],
    },
    options: optionsOf(panel),
  };
}

/** Places panels from left to right, in rows with titles. */
function layOut(sections) {
  const panels = [];
  let y = 0;
  const add = (make, gridPos) => panels.push(make({ id: panels.length + 1, gridPos }));
  for (const { title, panels: inside } of sections) {
    add((place) => ({ ...place, type: 'row', title, collapsed: false, panels: [] }), { x: 0, y, w: COLUMNS, h: 1 });
    y += 1;
    let [x, rowHeight] = [0, 0];
    for (const panel of inside) {
      const [w, h] = [panel.width ?? WIDTH, HEIGHT[panel.type]];
      if (x + w > COLUMNS) [x, y, rowHeight] = [0, y + rowHeight, 0];
      add((place) => panelOf(panel, place), { x, y, w, h });
      x += w;
      rowHeight = Math.max(rowHeight, h);
    }
    y += rowHeight;
  }
  return panels;
}

/**
 * Returns a quantile of a histogram over the step of a chart, for each value of the labels `by`.
 *
 * @param {number | string} share 0.95 for p95
 * @param {string} metric without `_bucket`
 * @param {{ by?: readonly string[], of?: string }} [selection] `of` selects series: `type="span"`
 */
export function quantile(share, metric, { by = [], of = '' } = {}) {
  const series = `${metric}_bucket${of === '' ? '' : `{${of}}`}`;
  return `histogram_quantile(${share}, sum by (${[...by, 'le'].join(', ')}) (rate(${series}[$__rate_interval])))`;
}

/**
 * Returns a dashboard in Grafana's format (schema 39, Grafana 10.4 and later).
 *
 * @param {{ uid: string, title: string, description: string, variables?: readonly object[], sections: readonly { title: string, panels: readonly Panel[] }[] }} dashboard
 */
export function dashboardOf({ uid, title, description, variables = [], sections }) {
  return {
    uid,
    title,
    description,
    tags: ['sluice'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    annotations: { list: [] },
    links: [
      { type: 'dashboards', title: 'Sluice', tags: ['sluice'], asDropdown: true, includeVars: false, keepTime: true },
    ],
    templating: { list: [DATASOURCE, ...variables] },
    panels: layOut(sections),
  };
}
