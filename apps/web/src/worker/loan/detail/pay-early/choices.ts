import type { ExcessChoice } from '@quincena/domain/loans/excess'
import type { PaymentPreview, PreviewOutcome } from '@quincena/domain/payments/schema'

/** A choice for the excess that the worker compares here. */
export type ComparedChoice = Exclude<ExcessChoice, 'in_advance'>

/** The outcome of a compared choice. */
export type ComparedOutcome = PreviewOutcome & { excess: ComparedChoice }

const isCompared = (outcome: PreviewOutcome): outcome is ComparedOutcome => outcome.excess !== 'in_advance'

const isSame = (one: PreviewOutcome, other: PreviewOutcome) =>
  one.installments_left === other.installments_left && one.later_payment === other.later_payment

/** The outcomes of the choices that the worker compares: only the first if the others leave the same payments. */
export function comparedOutcomes({ outcomes }: Pick<PaymentPreview, 'outcomes'>): ComparedOutcome[] {
  const compared = outcomes.filter(isCompared)
  const [first] = compared
  return compared.filter((outcome) => outcome === first || (first && !isSame(outcome, first)))
}

/** The outcome of the choice, or the only one if the choice changes nothing. */
export function chosenOutcome(preview: PaymentPreview, choice: ComparedChoice): PreviewOutcome | undefined {
  const compared = comparedOutcomes(preview)
  return compared.find(({ excess }) => excess === choice) ?? compared[0]
}
