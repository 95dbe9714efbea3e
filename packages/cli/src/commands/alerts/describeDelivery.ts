import type { AnswerOf, RowOf } from '../../client/operation.js';
import { duration, moment, number, text, wire, wires } from '../../output/cells.js';
import { sections } from '../../output/sections.js';
import type { Style } from '../../output/style.js';
import { facts } from '../../output/table.js';
import { idColumn, numeric, wireTable, type WireColumn } from '../../output/wireTable.js';

const destinationOf = ({ destination }: Pick<DeliveryAnswer, 'destination'>): string => {
  const { name, kind } = wire(destination);
  return `${text(name)} (${text(kind)})`;
};

/** Columns of lists of deliveries. */
export const DELIVERY_COLUMNS: readonly WireColumn<RowOf<'GET /api/0/organizations/{org}/alerts/deliveries'>>[] = [
  idColumn('DELIVERY'),
  { title: 'CREATED', read: ({ createdAt }) => moment(createdAt) },
  { title: 'PROJECT', read: ({ project }) => text(project) },
  { title: 'DESTINATION', read: destinationOf },
  { title: 'STATE', read: ({ state }) => text(state) },
  numeric('ATTEMPTS', ({ attempts }) => number(attempts)),
  { title: 'MESSAGE', read: ({ title, kind }) => (title === null ? text(kind) : text(title, 60)) },
  { title: 'PROBLEM', read: ({ problem }) => text(problem, 60) },
];

const ATTEMPTS: readonly WireColumn[] = [
  numeric('ATTEMPT', ({ attempt }) => number(attempt)),
  { title: 'AT', read: ({ at }) => moment(at) },
  { title: 'TOOK', align: 'right', read: ({ tookMs }) => duration(tookMs) },
  { title: 'STATUS', read: ({ status }) => text(status) },
  { title: 'RESULT', read: ({ result }) => text(result) },
  { title: 'PROBLEM', read: ({ problem }) => text(problem, 80) },
  { title: 'ANSWER', read: ({ response }) => text(response, 80) },
];

/** A delivery with its log. */
export type DeliveryAnswer = AnswerOf<'GET /api/0/organizations/{org}/alerts/deliveries/{deliveryId}'>;

/** Formats a delivery with its attempts. */
export const describeDelivery = (delivery: DeliveryAnswer, style: Style): string =>
  sections(
    [
      [
        '',
        facts(
          [
            ['delivery', text(delivery.id)],
            ['destination', destinationOf(delivery)],
            ['project', text(delivery.project)],
            ['kind', text(delivery.kind)],
            ['message', text(delivery.title)],
            ['state', text(delivery.state)],
            ['problem', text(delivery.problem)],
            ['next attempt', moment(delivery.nextAt)],
            ['created', moment(delivery.createdAt)],
            ['finished', moment(delivery.finishedAt)],
          ],
          style,
        ),
      ],
      ['ATTEMPTS', wireTable(ATTEMPTS, wires(delivery.log), style)],
    ],
    style,
  );
