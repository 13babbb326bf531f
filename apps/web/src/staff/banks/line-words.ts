import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { formatDate } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import type { Tone } from '../../components/status-badge.tsx'

export const lineTones: Record<BankLine['state'], Tone> = {
  ...{ open: 'pending', partial: 'pending', matched: 'done', explained: 'neutral' },
}

/** What no payment accounts for yet, in centavos; negative for a withdrawal. */
export const leftOf = ({ amount, matched }: Pick<BankLine, 'amount' | 'matched'>): Cents => amount - matched

/** The day and the reference of a line: "20/11/2026 · Ref. 88120". */
export const lineDetail = ({ day, reference }: Pick<BankLine, 'day' | 'reference'>) =>
  reference === '' ? formatDate(day) : `${formatDate(day)} · Ref. ${reference}`

/** The name of a line: what the bank says, or its reference. */
export const lineName = ({ description, reference }: Pick<BankLine, 'description' | 'reference'>) =>
  description === '' ? reference || 'Sin descripción' : description
