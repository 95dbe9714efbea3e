import { shardsToDrain, type PlacementRecord } from '@sluice/redis';
import { freshGauge, type Clock, type Metrics } from '@sluice/runtime';

/** The recorded number of queue shards, and what is left of an earlier one. */
interface ShardGauges {
  /** Shows a record, or nothing if none is recorded. */
  readonly show: (placement: PlacementRecord | undefined) => void;
  readonly clear: () => void;
}

/** Registers the gauges. */
export function shardGauges(registry: Metrics, options: { clock: Clock; maxAgeMs: number }): ShardGauges {
  const base = { ...options, registry, labelNames: [] };
  const shards = freshGauge({
    ...base,
    name: 'sluice_queue_shards',
    help: 'Number of queue shards, as recorded in Redis; absent if none is recorded.',
  });
  const draining = freshGauge({
    ...base,
    name: 'sluice_queue_shards_draining',
    help: 'Queue shards of an earlier number that get no more events and are not empty yet.',
  });
  return {
    show: (placement) => {
      shards.show(placement === undefined ? [] : [{ labels: {}, value: placement.shards }]);
      draining.show(placement === undefined ? [] : [{ labels: {}, value: shardsToDrain(placement) }]);
    },
    clear: () => {
      shards.clear();
      draining.clear();
    },
  };
}
