import { Button } from './Button';
import styles from './OrderButtons.module.css';

interface Props<Order extends string> {
  readonly orders: readonly (readonly [order: Order, label: string])[];
  readonly order: Order;
  readonly choose: (order: Order) => void;
}

/** A few orders of a list, of which one is chosen. */
export const OrderButtons = <Order extends string>({ orders, order, choose }: Props<Order>) => (
  <div role="group" aria-label="Order" className={styles.orders}>
    {orders.map(([value, label]) => (
      <Button
        key={value}
        tone={order === value ? 'plain' : 'quiet'}
        aria-pressed={order === value}
        onClick={() => choose(value)}
      >
        {label}
      </Button>
    ))}
  </div>
);
