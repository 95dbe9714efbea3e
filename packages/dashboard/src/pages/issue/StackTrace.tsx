import { useState } from 'react';
import { Button } from '../../components/Button';
import { Link } from '../../components/Link';
import { cx } from '../../lib/cx';
import { plural } from '../../lib/format';
import { useSearch, useSetSearch } from '../../lib/useSearch';
import text from '../../styles/text.module.css';
import {
  causeLabel,
  isBareMessage,
  isInApp,
  placeOf,
  showsOwnCode,
  usesMaps,
  type EventDetail,
  type Frame,
} from './event';
import styles from './IssuePage.module.css';
import { MapFacts } from './MapFacts';
import { Variables } from './Variables';
import { whyUnresolved } from './whyUnresolved';

const VIEWS = [
  ['app', 'Application'],
  ['all', 'All frames'],
  ['raw', 'Raw'],
] as const;

/** The stack of an event and those of its causes; nothing for a captured message without a stack. */
export function StackTrace({ event }: { readonly event: EventDetail }) {
  const { frames: view = 'app' } = useSearch();
  const set = useSetSearch();
  if (isBareMessage(event)) return null;
  const canResolve = usesMaps([event, ...event.causes].flatMap(({ frames }) => frames));
  const resolved = event.frames.filter(({ original }) => original !== null).length;
  const frames = plural(event.frames.length, 'frame');
  return (
    <section className={styles.card} aria-labelledby="stack">
      <header className={styles.cardHead}>
        <h2 id="stack">
          Stack trace <span className={styles.quiet}>{canResolve ? `${resolved} of ${frames} resolved` : frames}</span>
        </h2>
        <div className={styles.switch} role="group" aria-label="Frames">
          {VIEWS.filter(([name]) => canResolve || name !== 'raw').map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => set({ frames: name === 'app' ? undefined : name }, { replace: true })}
            >
              {label}
            </button>
          ))}
        </div>
      </header>
      <Frames frames={event.frames} view={view} canResolve={canResolve} release={event.release} />
      {event.causes.map((cause, index) => (
        <div key={index}>
          <p className={styles.cause}>
            {causeLabel(event, index)} <b>{cause.type}</b> {cause.message}
          </p>
          <Frames frames={cause.frames} view={view} canResolve={canResolve} release={event.release} />
        </div>
      ))}
    </section>
  );
}

interface FramesProps {
  readonly frames: readonly Frame[];
  readonly view: string;
  /** Whether source maps are for this stack. */
  readonly canResolve: boolean;
  readonly release: string | null;
}

function Frames({ frames, view, canResolve, release }: FramesProps) {
  const [isWhole, setWhole] = useState(false);
  const own = frames.filter(isInApp);
  const isFolded = view === 'app' && !isWhole && own.length > 0 && own.length < frames.length;
  const shown = isFolded ? own : frames;
  const open = shown.find(isInApp) ?? shown[0];
  if (frames.length === 0) {
    return <p className={styles.none}>The client sent no frames. The console of the SDK says why, with debug on.</p>;
  }
  return (
    <>
      <ol className={styles.frames}>
        {shown.map((frame) => (
          <FrameView
            key={frames.indexOf(frame)}
            frame={frame}
            isRaw={view === 'raw'}
            isOpen={frame === open}
            canResolve={canResolve}
            isExplained={shown.find((other) => isSameReason(other, frame)) === frame}
            release={release}
          />
        ))}
      </ol>
      {isFolded ? (
        <p className={styles.more}>
          <Button size="small" tone="quiet" onClick={() => setWhole(true)}>
            Show {plural(frames.length - own.length, 'frame')} of libraries
          </Button>
        </p>
      ) : null}
    </>
  );
}

const isSameReason = (a: Frame, b: Frame): boolean =>
  a.unresolved === b.unresolved && a.file === b.file && !showsOwnCode(a);

interface FrameProps {
  readonly frame: Frame;
  readonly isRaw: boolean;
  readonly isOpen: boolean;
  readonly canResolve: boolean;
  /** The reason why it does not resolve is said once for each file. */
  readonly isExplained: boolean;
  readonly release: string | null;
}

function FrameView({ frame, isRaw, isOpen, canResolve, isExplained, release }: FrameProps) {
  const needsMap = canResolve && !showsOwnCode(frame);
  const { name, place, module } = placeOf(frame, isRaw);
  const context = isRaw ? frame.context : (frame.original?.context ?? frame.context);
  const line = isRaw ? frame.line : (frame.original?.line ?? frame.line);
  const head = (
    <>
      <span className={styles.call}>
        <b>{name}</b> <span className={styles.file}>{place}</span>
        {module === undefined ? null : <span className={styles.module}> {module}</span>}
      </span>
      <Origin frame={frame} isRaw={isRaw} canResolve={needsMap} isExplained={isExplained} />
    </>
  );
  return (
    <li className={cx(styles.frame, !isInApp(frame) && styles.library)}>
      {context === null && frame.vars === null ? (
        <div className={styles.line}>{head}</div>
      ) : (
        <details open={isOpen}>
          <summary className={styles.line}>{head}</summary>
          {context === null ? null : <Source context={context} line={line ?? 1} />}
          {frame.vars === null ? null : <Variables vars={frame.vars} isOpen={isOpen} />}
        </details>
      )}
      {needsMap && isExplained ? <Why frame={frame} release={release} /> : null}
    </li>
  );
}

function Origin({ frame, isRaw, canResolve, isExplained }: Omit<FrameProps, 'isOpen' | 'release'>) {
  if (!canResolve) {
    return isInApp(frame) ? null : <span className={styles.origin}>library</span>;
  }
  if (frame.original === null) {
    return (
      <span className={styles.origin}>
        {isInApp(frame) ? '' : 'library, '}not resolved{isExplained ? '' : ', reason above'}
      </span>
    );
  }
  const other = placeOf(frame, !isRaw);
  return (
    <span className={styles.origin} title={other.place}>
      {isInApp(frame) ? '' : 'library · '}
      {isRaw ? 'resolves to' : 'from'} {shorten(other.place)}
    </span>
  );
}

const shorten = (place: string): string => place.replace(/^https?:\/\/[^/]+\//, '').slice(-60);

function Why({ frame, release }: { readonly frame: Frame; readonly release: string | null }) {
  const { why, remedy } = whyUnresolved(frame, release);
  if (why === '') return null;
  return (
    <p className={styles.why}>
      {why} {frame.unresolved === 'no_map' && release !== null ? <MapFacts frame={frame} release={release} /> : null}
      {remedy === undefined ? null : (
        <Link to="settings/sourcemaps" search={{ release: release ?? undefined }} className={text.link}>
          {remedy}
        </Link>
      )}
    </p>
  );
}

interface SourceProps {
  readonly context: NonNullable<Frame['context']>;
  readonly line: number;
}

const Source = ({ context: { before, line: at, after }, line }: SourceProps) => (
  <pre className={styles.source} tabIndex={0} aria-label="Source lines">
    {[...before, at, ...after].map((code, index) => (
      <span key={index} className={index === before.length ? styles.hit : undefined}>
        <i aria-hidden="true">{line - before.length + index}</i>
        {code === '' ? ' ' : code}
      </span>
    ))}
  </pre>
);
