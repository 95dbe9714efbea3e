/** Quantile sketches: bounded, mergeable in any order, with a stated error. */
export {
  addToBucket,
  addValue,
  addValues,
  BUCKET_OFFSET,
  countOf,
  LN_GAMMA,
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
