/** A product of the shop. */
export interface Product {
  readonly id: number;
  readonly title: string;
  readonly cents: number;
  /** Color of its picture. */
  readonly color: string;
}

const product = (id: number, title: string, cents: number, color: string): Product => ({ id, title, cents, color });

/** What the shop sells. */
export const PRODUCTS: readonly Product[] = [
  product(4711, 'Stoneware mug, 350 ml', 1_890, '#c9b8a3'),
  product(4712, 'Espresso cup, set of 4', 3_200, '#8aa29e'),
  product(4720, 'Ramen bowl, glazed', 2_750, '#3d5a6c'),
  product(4731, 'Oval serving plate', 3_990, '#d9d0c1'),
  product(4744, 'Pour-over dripper', 2_490, '#b5651d'),
  product(4750, 'Butter dish with lid', 3_450, '#e0c9a6'),
  product(4768, 'Vase, tall, matte black', 5_900, '#2f2f33'),
  product(4790, 'Planter, terracotta', 2_190, '#c1693c'),
];

/** Returns `18.90 €`. */
export const euros = (cents: number): string => `${(cents / 100).toFixed(2)} €`;
