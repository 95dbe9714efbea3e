/** Quantile sketches: bounded, mergeable in any order, with a stated error. */
export {
  addValue,
  addValues,
  countOf,
  MAX_BUCKETS,
  mergeInto,
  mergeSketches,
  quantile,
  quantiles,
  RELATIVE_ERROR,
  type Extremes,
  type Sketch,
} from './sketch.js';
export { addEncoded, decodeSketch, encodeSketch } from './text.js';
