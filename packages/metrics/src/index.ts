export { storeMetrics } from './sql/storeMetrics.js';
export { type MetricPoint, type MetricSamples, type ValueSummary } from './sql/metricPoint.js';
export { listMetrics, type MetricTotals } from './sql/listMetrics.js';
export {
  readMetricSeries,
  type MetricSeries,
  type SeriesPoint,
  type MetricSeriesSet,
  type SeriesRequest,
} from './sql/readMetricSeries.js';
export { type MetricFilter } from './sql/metricFilter.js';
export { insertMetricPoints } from './sql/insertMetricPoints.js';
