import { memo, useMemo } from 'react';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { ErrorNote } from '../../components/ErrorNote';
import { urlBelowBase } from '../../lib/basePath';
import { formatPosition } from '../../lib/format';
import { useKeys } from '../../lib/useKeys';
import { spreadMarks, type Mark } from './readRecording';
import styles from './ReplayPage.module.css';
import type { Player } from './usePlayer';

const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 5_000;

interface Props {
  readonly player: Player;
  readonly marks: readonly Mark[];
  /** Shown over the frame while there is nothing to play. */
  readonly notice: string | undefined;
  /** The height of the frame is not known yet. */
  readonly isWaiting: boolean;
}

/** The marks on the timeline: where they are, and what color they have. Drawn once, not at each report of the time. */
const Marks = memo(function Marks({ marks, total }: { readonly marks: readonly Mark[]; readonly total: number }) {
  const drawn = useMemo(() => spreadMarks(marks, total), [marks, total]);
  return (
    <div className={styles.marks} aria-hidden="true">
      {drawn.map((mark, index) => (
        <span
          key={index}
          className={mark.isBad ? styles.badMark : (styles[mark.kind] ?? styles.mark)}
          style={{ left: `${total === 0 ? 0 : (mark.at / total) * 100}%` }}
          title={`${formatPosition(mark.at)} ${mark.text.slice(0, 200)}`}
        />
      ))}
    </div>
  );
});

function Track({ player, marks }: Pick<Props, 'player' | 'marks'>) {
  const { at, total, seek } = player;
  return (
    <div className={styles.track}>
      <Marks marks={marks} total={total} />
      <input
        type="range"
        className={styles.range}
        aria-label="Position"
        aria-valuetext={`${formatPosition(at)} of ${formatPosition(total)}`}
        min={0}
        max={Math.max(1, total)}
        step={100}
        value={Math.round(at)}
        disabled={!player.isReady}
        onChange={(event) => seek(Number(event.target.value))}
      />
    </div>
  );
}

function Controls({ player }: Pick<Props, 'player'>) {
  const { isPlaying, isReady, at, total, speed, skipsInactive } = player;
  return (
    <div className={styles.controls}>
      <Button onClick={player.toggle} disabled={!isReady} aria-label={isPlaying ? 'Pause' : 'Play'}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </Button>
      <span className={styles.position}>
        {formatPosition(at)} / {formatPosition(total)}
      </span>
      <label className={styles.speed}>
        Speed{' '}
        <select value={speed} disabled={!isReady} onChange={(event) => player.setSpeed(Number(event.target.value))}>
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      </label>
      <label className={styles.speed}>
        <input
          type="checkbox"
          checked={skipsInactive}
          disabled={!isReady}
          onChange={(event) => player.setSkipsInactive(event.target.checked)}
        />{' '}
        Skip inactivity
      </label>
    </div>
  );
}

/** Plays a recording: the frame, the timeline with marks, and the controls. */
export function ReplayPlayer({ player, marks, notice, isWaiting }: Props) {
  const { isReady, at, speed, size } = player;
  useKeys(
    {
      ' ': player.toggle,
      k: player.toggle,
      ArrowLeft: () => player.seek(at - STEP_MS),
      ArrowRight: () => player.seek(at + STEP_MS),
      '<': () => player.setSpeed(SPEEDS[Math.max(0, SPEEDS.indexOf(speed) - 1)] ?? 1),
      '>': () => player.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + 1)] ?? 1),
    },
    { enabled: isReady },
  );
  return (
    <section aria-label="Player" className={styles.player}>
      <div
        className={isWaiting ? `${styles.stage} ${styles.waiting}` : styles.stage}
        style={{ aspectRatio: `${size?.width ?? 16} / ${size?.height ?? 9}` }}
      >
        <iframe
          ref={player.frame}
          className={styles.frame}
          src={urlBelowBase('replay-frame').href}
          title="Recorded page"
          tabIndex={-1}
          referrerPolicy="no-referrer"
        />
        {notice === undefined ? null : (
          <p className={styles.notice} role="status">
            {notice}
          </p>
        )}
      </div>
      {/* Shown once the height of the frame is known, so that nothing moves. */}
      {isWaiting ? null : (
        <>
          <Track player={player} marks={marks} />
          <Controls player={player} />
        </>
      )}
      <ErrorNote
        error={
          player.problem === undefined ? undefined : new Error(`The recording cannot be played: ${player.problem}`)
        }
      />
    </section>
  );
}
