import { useEffect, useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { useProject } from '../../lib/useProject';
import { clockShift, nearArrival, type Segment } from './nearArrival';
import { fromSnapshot, inOrder, readEvents, type Recorded } from './readRecording';

type Replay = ResponseOf<'GET /api/0/projects/{org}/{project}/replays/{replayId}'>;

/** Segments that are requested at the same time. */
const AT_ONCE = 4;

/** The most events that are loaded: more would slow the browser down. */
const MAX_EVENTS = 200_000;

/** A recording as far as it is loaded. */
export interface Recording {
  readonly events: readonly Recorded[] | undefined;
  /** By how much all events were moved, because the clock of the device is wrong. */
  readonly shiftMs: number;
  readonly loaded: number;
  readonly total: number;
  /** Later segments were left out because of `MAX_EVENTS`. */
  readonly isCut: boolean;
  readonly error: unknown;
}

const NOTHING: Omit<Recording, 'total'> = { events: undefined, shiftMs: 0, loaded: 0, isCut: false, error: undefined };

/** The segments of a replay up to {@link MAX_EVENTS}, by the counts that the server has. */
function segmentsOf({ segmentList }: Replay): readonly number[] {
  let sum = 0;
  return segmentList
    .filter(({ eventCount }, index) => {
      sum += eventCount;
      return index === 0 || sum <= MAX_EVENTS;
    })
    .map(({ segment }) => segment);
}

/** Loads the segments of a replay, a few at a time, in their order. */
export function useRecording(replay: Replay, replayId: string): Recording {
  const { org, project } = useProject();
  const [state, setState] = useState(NOTHING);
  const numbers = segmentsOf(replay);
  const wanted = numbers.join(' ');
  useEffect(() => {
    const aborter = new AbortController();
    const load = async (): Promise<void> => {
      const segments = wanted === '' ? [] : wanted.split(' ');
      const parts: Segment[] = [];
      for (let index = 0; index < segments.length; index += AT_ONCE) {
        const group = await Promise.all(
          segments.slice(index, index + AT_ONCE).map((segment) =>
            callApi('GET /api/0/projects/{org}/{project}/replays/{replayId}/segments/{segment}', {
              params: { org, project, replayId, segment },
              signal: aborter.signal,
            }),
          ),
        );
        for (const { segment, events } of group) {
          const { receivedAt } = replay.segmentList.find((each) => each.segment === segment) ?? replay;
          parts.push({ events: readEvents(events), receivedMs: Date.parse(receivedAt) });
        }
        setState({ ...NOTHING, loaded: parts.length });
      }
      const arrivals = { segments: parts, maxAgeMs: replay.maxEventAge };
      const events = fromSnapshot(inOrder(nearArrival(arrivals)));
      setState({ ...NOTHING, loaded: parts.length, events, shiftMs: clockShift(arrivals) });
    };
    setState(NOTHING);
    load().catch((error: unknown) => {
      if (!aborter.signal.aborted) setState({ ...NOTHING, error });
    });
    return () => aborter.abort();
  }, [org, project, replayId, wanted]);
  return { ...state, total: numbers.length, isCut: numbers.length < replay.segmentList.length };
}
