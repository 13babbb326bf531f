import { Button } from '@mantine/core'
import { MATCH_RULE_NAMES } from '@quincena/domain/bank-statements/rules'
import type { BankLine } from '@quincena/domain/bank-statements/schema'
import { formatMoney } from '@quincena/domain/format'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { toast } from '../../components/toast.tsx'
import { useUnmatch } from './api.ts'
import classes from './banks.module.css'

type Payment = BankLine['payments'][number]

const detailPath = (folio: string) =>
  folio.startsWith('C') ? ('/detalle-credito/$id' as const) : ('/detalle-anticipo/$id' as const)

function MatchedPayment({ payment, onUndo }: { payment: Payment; onUndo: () => void }) {
  const { folio, loan_request, borrower, amount, rule, matched_by } = payment
  return (
    <li className={classes.used}>
      <span className={classes.what}>
        <AnchorLink to={detailPath(folio)} params={{ id: loan_request }} search={{ tab: 'pagos' }} size="sm">
          {borrower} · {folio}
        </AnchorLink>
        <span className={classes.second}>
          {matched_by === null ? MATCH_RULE_NAMES[rule] : `${MATCH_RULE_NAMES[rule]}, por ${matched_by}`}
        </span>
      </span>
      <span className={classes.amount}>{formatMoney(amount)}</span>
      <Button variant="subtle" size="compact-sm" onClick={onUndo} aria-label={`Deshacer: ${borrower}`}>
        Deshacer
      </Button>
    </li>
  )
}

/** The payments of a line, how each was found, and a way to take it from the line; nothing without payments. */
export function LinePayments({ line }: { line: BankLine }) {
  const [asked, setAsked] = useState<Payment | null>(null)
  const { mutateAsync } = useUnmatch(line.id)
  if (line.payments.length === 0) return null
  return (
    <>
      <ul className={classes.uses} aria-label="Pagos de este movimiento">
        {line.payments.map((payment) => (
          <MatchedPayment key={payment.id} payment={payment} onUndo={() => setAsked(payment)} />
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== null}
        title="¿Deshacer la conciliación?"
        subject={asked === null ? undefined : `${asked.borrower}, ${formatMoney(asked.amount)}`}
        text="El pago sigue contando, pero deja de estar comprobado con el banco."
        confirmLabel="Deshacer"
        tone="danger"
        onConfirm={async () => {
          if (asked === null) return
          await mutateAsync(asked.id)
          toast.success('El pago ya no está conciliado.')
        }}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
