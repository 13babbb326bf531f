import { Checkbox, type CheckboxProps, Radio } from '@mantine/core'
import { formatDate, formatMoney } from '@quincena/domain/format'
import type { PreviewOutcome } from '@quincena/domain/payments/schema'
import { useId } from 'react'
import classes from './excess-choice.module.css'
import { choiceWordsOf } from './payment-words.ts'

/** What a choice leads to: later payments, how many are left, the last one and the saving. */
function OutcomeFigures({ outcome, id }: { outcome: PreviewOutcome; id?: string }) {
  const { later_payment, installments_left, last_due_date, discount } = outcome
  return (
    <dl className={classes.figures} id={id}>
      <dt>Pagos siguientes</dt>
      <dd>{installments_left > 0 ? formatMoney(later_payment) : '—'}</dd>
      <dt>Pagos que faltan</dt>
      <dd>{installments_left}</dd>
      <dt>Último pago</dt>
      <dd>{last_due_date === null ? '—' : formatDate(last_due_date)}</dd>
      <dt className={classes.saving}>Ahorro</dt>
      <dd className={classes.saving}>{formatMoney(discount)}</dd>
    </dl>
  )
}

function Choice({ outcome, outcomes }: { outcome: PreviewOutcome; outcomes: readonly PreviewOutcome[] }) {
  const id = useId()
  const { name, text } = choiceWordsOf(outcome, outcomes)
  return (
    <div className={classes.way}>
      <Radio
        value={outcome.excess}
        label={name}
        description={text}
        classNames={{ label: classes.label ?? '' }}
        aria-describedby={id}
      />
      <OutcomeFigures outcome={outcome} id={id} />
    </div>
  )
}

/** The error of a payment in advance that the worker has not asked for in writing (lending.md §3). */
export function wishProblem({ excess, is_asked }: { excess: string; is_asked: boolean }): string | undefined {
  if (excess !== 'in_advance' || is_asked) return undefined
  return 'Solo si el trabajador lo pidió por escrito.'
}

interface ExcessChoiceProps {
  outcomes: readonly PreviewOutcome[]
  chosen: PreviewOutcome
  onExcess: (excess: string) => void
  /** Form field of the check box of payments in advance. */
  wishField: CheckboxProps
}

/** Shows what each use of the excess leads to, side by side; with one outcome there is nothing to choose. */
export function ExcessChoice({ outcomes, chosen, onExcess, wishField }: ExcessChoiceProps) {
  if (outcomes.length === 1) return <OutcomeFigures outcome={chosen} />
  const excess = outcomes.find(({ applied }) => (applied.prepaid ?? 0) > 0)?.applied.prepaid ?? 0
  return (
    <>
      <Radio.Group
        label={`Qué hacer con los ${formatMoney(excess)} de más`}
        value={chosen.excess}
        onChange={onExcess}
      >
        <div className={classes.ways}>
          {outcomes.map((outcome) => (
            <Choice key={outcome.excess} outcome={outcome} outcomes={outcomes} />
          ))}
        </div>
      </Radio.Group>
      {chosen.excess === 'in_advance' && (
        <Checkbox label="El trabajador lo pidió por escrito" {...wishField} />
      )}
    </>
  )
}
