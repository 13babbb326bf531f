import { useMediaQuery } from '@mantine/hooks'
import { formatDate, formatMoney, formatRate } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Frequency } from '@quincena/domain/loans/frequency'
import { Amount } from '../../components/amount.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { StepLine } from '../../components/step-line.tsx'
import { LoanStatus } from '../loan/loan-status.tsx'
import { lifeSteps, nextStepText } from './life-steps.ts'
import classes from './loan-head.module.css'

const paymentNames: Record<Frequency, string> = {
  monthly: '',
  semimonthly: ' en pagos quincenales',
  fourteen_days: ' en pagos catorcenales',
  weekly: ' en pagos semanales',
}

function termsText({ type, period, frequency, interest_rate, tax_added }: LoanDetail): string {
  if (type === 'advance') return `a ${period}`
  const rate = `${formatRate(interest_rate)}${tax_added ? ' más IVA' : ''}`
  return `${period}${paymentNames[frequency]} al ${rate}`
}

/** What is owed, in the order of urgency: overdue, to pay with its day, payoff today. */
function DueFigures({ loan: { overdue, to_pay, payoff } }: { loan: LoanDetail }) {
  return (
    <dl className={classes.due}>
      {overdue > 0 && (
        <div data-late>
          <dt>Vencido</dt>
          <dd>
            <Amount cents={overdue} />
          </dd>
        </div>
      )}
      {to_pay !== null && (
        <div>
          <dt>Por pagar a más tardar el {formatDate(to_pay.by)}</dt>
          <dd>
            <Amount cents={to_pay.amount} />
          </dd>
        </div>
      )}
      {payoff > 0 && (
        <div>
          <dt>Hoy se liquida con</dt>
          <dd>
            <Amount cents={payoff} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Summary of the loan: the person with a link to them, amounts, state, next step and the steps so far. */
export function LoanHead({ loan }: { loan: LoanDetail }) {
  const { user } = loan
  const name = `${user.first_name} ${user.last_name}`
  const isOwed = loan.accepted && !loan.completed && !loan.payout_returned
  const isNarrow = useMediaQuery('(width < 700px)') ?? false
  return (
    <section className={classes.card} aria-label="Resumen">
      <div className={classes.top}>
        <div className={classes.borrower}>
          <span className={classes.initial} aria-hidden>
            {name.charAt(0).toUpperCase()}
          </span>
          <div>
            <h2 className={classes.name}>
              <AnchorLink to="/usuarios" search={{ ver: user.id }} inherit>
                {name}
              </AnchorLink>
            </h2>
            <p className={classes.second}>{loan.company_name ?? 'Sin empresa'}</p>
            {loan.former_id !== undefined && (
              <p className={classes.second}>Importado de otro sistema: {loan.former_id}</p>
            )}
          </div>
        </div>
        <div className={classes.figure}>
          <p className={classes.label}>Monto</p>
          <Amount cents={loan.amount} size="title" />
          <p className={classes.second}>
            Costo {formatMoney(loan.total_debt - loan.amount)}, {termsText(loan)}
          </p>
        </div>
        {isOwed && (
          <div className={classes.figure}>
            <p className={classes.label}>Deuda actual</p>
            <Amount cents={loan.amount_due} size="title" />
            <p className={classes.second}>de {<Amount cents={loan.total_debt} />}</p>
          </div>
        )}
        <div className={classes.state}>
          <LoanStatus loan={loan} />
          <p className={classes.next}>{nextStepText(loan)}</p>
        </div>
      </div>
      {isOwed && loan.amount_due > 0 && <DueFigures loan={loan} />}
      <div className={classes.life}>
        <StepLine
          label="Vida de la solicitud"
          steps={lifeSteps(loan)}
          orientation={isNarrow ? 'vertical' : 'horizontal'}
        />
      </div>
    </section>
  )
}
