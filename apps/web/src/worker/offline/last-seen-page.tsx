import { Button } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import { isPayable } from '@quincena/domain/loans/rules'
import { StatusBadge } from '../../components/status-badge.tsx'
import { toPayText } from '../loan/to-pay.ts'
import { loanStatus, loanWords } from '../loan/words.ts'
import { lastSeen, type SeenLoan } from './last-seen.ts'
import classes from './last-seen-page.module.css'
import { OfflineStrip } from './offline-strip.tsx'

function Loan({ loan }: { loan: SeenLoan }) {
  const { type, folio, state, amount, amount_due } = loan
  const owes = isPayable(state) && !loan.in_clarification
  const next = owes ? toPayText(loan) : state === 'approved' ? 'Falta tu firma' : null
  return (
    <li className={classes.loan}>
      <span className={classes.line}>
        <span className={classes.name}>{loanWords[type].title}</span>
        <span className={classes.detail}>{folio}</span>
      </span>
      <span className={classes.detail}>{owes ? 'Por pagar' : 'Importe'}</span>
      <span className={classes.amount}>{formatMoney(owes ? amount_due : amount)}</span>
      <span className={classes.line}>
        <StatusBadge {...loanStatus(loan)} />
        {next !== null && <span className={classes.next}>{next}</span>}
      </span>
    </li>
  )
}

/** Replaces the home screen if the server cannot be reached: shows the loans stored at the last visit. */
export function LastSeenPage({ onRetry }: { onRetry: () => unknown }) {
  const seen = lastSeen()
  return (
    <div className={classes.page}>
      <OfflineStrip at={seen?.at ?? null} />
      <main className={classes.body}>
        <h1 className={classes.greeting}>
          {seen === null ? 'Hola' : `Hola, ${seen.first_name.split(' ')[0]}`}
        </h1>
        {seen !== null && seen.loans.length > 0 ? (
          <ul className={classes.list} aria-label="Tus préstamos">
            {seen.loans.map((loan) => (
              <Loan key={loan.id} loan={loan} />
            ))}
          </ul>
        ) : (
          <p>No tenías créditos ni anticipos abiertos.</p>
        )}
        <Button
          className={classes.retry ?? ''}
          size="lg"
          fullWidth
          variant="light"
          onClick={() => void onRetry()}
        >
          Reintentar
        </Button>
      </main>
    </div>
  )
}
