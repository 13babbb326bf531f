/**
 * What happens with money beyond the next installment: it lowers the payments or the number of rows that remain, or it
 * covers the following installments in advance (only on the worker's recorded wish).
 */
export const EXCESS_CHOICES = ['lower_payment', 'shorter_term', 'in_advance'] as const
export type ExcessChoice = (typeof EXCESS_CHOICES)[number]
