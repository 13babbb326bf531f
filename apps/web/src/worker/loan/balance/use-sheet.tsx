import './use-sheet.css'
import { Button, SegmentedControl } from '@mantine/core'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BottomSheet } from '../../../components/bottom-sheet.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import stack from '../../../components/phone/stack.module.css'
import { LinesSkeleton } from '../../../components/skeletons.tsx'
import { toast } from '../../../components/toast.tsx'
import { errorText } from '../../../lib/api-error.ts'
import { paymentPreviewQuery } from '../../../lib/payment-preview.ts'
import { payoffTodayQuery, useUseBalance } from '../../../lib/worker-balance.ts'
import { loanWords } from '../words.ts'

/** A loan that can be paid with the balance. */
export type PayableLoan = Pick<LoanListItem, 'id' | 'folio' | 'type' | 'amount_due'>

/** The amount that is used, at most the balance and the payoff, and what it does to the loan. */
function usePlan(loan: PayableLoan, balance: Cents) {
  const payoff = useQuery(payoffTodayQuery(loan))
  const amount = Math.min(balance, payoff.data?.amount ?? 0)
  const preview = useQuery({ ...paymentPreviewQuery(loan, { amount_paid: amount }), enabled: amount > 0 })
  return { amount, preview: preview.data, error: payoff.error ?? preview.error }
}

interface PlanProps {
  loan: PayableLoan
  balance: Cents
  onDone: () => void
}

function Plan({ loan, balance, onDone }: PlanProps) {
  const { amount, preview, error } = usePlan(loan, balance)
  const { mutate, isPending } = useUseBalance(loan.id)
  const outcome = preview?.outcomes[0]
  if (error !== null) return <Notice tone="problem">{errorText(error)}</Notice>
  if (preview === undefined || outcome === undefined) return <LinesSkeleton lines={5} />
  const { new_amount_due, discount, to_pay } = outcome
  const use = () =>
    mutate(
      { amount_paid: amount, previous_amount_due: preview.amount_due },
      {
        onSuccess: () => {
          toast.success(`Usamos ${formatMoney(amount)} de tu saldo a favor.`)
          onDone()
        },
        onError: (problem) => toast.error(problem),
      },
    )
  return (
    <>
      <FactList>
        <Fact label="Usamos de tu saldo" strong>
          {formatMoney(amount)}
        </Fact>
        <Fact label="Debes hoy">{formatMoney(preview.amount_due)}</Fact>
        <Fact label="Vas a deber" strong>
          {formatMoney(new_amount_due)}
        </Fact>
        {discount > 0 && <Fact label="Te ahorras de intereses">{formatMoney(discount)}</Fact>}
        <Fact label="Tu siguiente pago">
          {to_pay === null
            ? 'Ninguno: queda liquidado'
            : `${formatMoney(to_pay.amount)} el ${formatLongDate(to_pay.by)}`}
        </Fact>
        <Fact label="Te queda a favor">{formatMoney(balance - amount)}</Fact>
      </FactList>
      <Button size="lg" fullWidth loading={isPending} onClick={use}>
        Usar {formatMoney(amount)}
      </Button>
    </>
  )
}

interface UseSheetProps {
  opened: boolean
  /** The worker's loans in force. */
  loans: readonly PayableLoan[]
  balance: Cents
  onClose: () => void
}

/** Asks to confirm the use of the balance on a loan: what it owes before and after, and its next payment. */
export function UseSheet({ opened, loans, balance, onClose }: UseSheetProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const loan = loans.find(({ id }) => String(id) === chosen) ?? loans[0]
  if (loan === undefined) return null
  const data = loans.map(({ id, type, folio }) => ({
    value: String(id),
    label: `${loanWords[type].title} ${folio}`,
  }))
  return (
    <BottomSheet opened={opened} title={`Usar en mi ${loanWords[loan.type].name}`} onClose={onClose}>
      <div className={stack.stack}>
        {loans.length > 1 && (
          <SegmentedControl
            size="md"
            fullWidth
            aria-label="Préstamo"
            data={data}
            value={String(loan.id)}
            onChange={setChosen}
          />
        )}
        <Plan key={loan.id} loan={loan} balance={balance} onDone={onClose} />
      </div>
    </BottomSheet>
  )
}
