import { businessDay } from '@quincena/domain/dates'
import { documentLabel } from '@quincena/domain/documents/rules'
import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import type { Background, OtherLoan, WorkerChange } from '@quincena/domain/loans/background'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { isPaidOut, OPEN_STATES } from '@quincena/domain/loans/rules'
import { workerChangeNames } from '@quincena/domain/users/worker-change-words'
import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { Field, FieldGrid } from '../../components/copy-field.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { pluralize } from '../../lib/pluralize.ts'
import { LoanStatus } from '../loan/loan-status.tsx'
import { typeWords } from '../loan/words.ts'
import classes from './background-card.module.css'
import { checkText, reviewText } from './background-words.ts'

const percent = (share: number | null) => (share === null ? null : `${Math.round(share * 100)} %`)

/** An amount with the part of the salary that it takes. */
function ShareField({ label, amount, share }: { label: string; amount: number; share: number | null }) {
  return (
    <Field label={label}>
      {formatMoney(amount)}
      <span className={classes.second}>
        {share === null ? 'Sin sueldo registrado' : `${percent(share)} de su sueldo`}
      </span>
    </Field>
  )
}

function Capacity({ loan, capacity }: { loan: LoanDetail; capacity: Background['capacity'] }) {
  const { per_month, per_quincena, share, other_per_quincena, total_share, largest } = capacity
  return (
    <FieldGrid>
      <ShareField label="Pago por quincena" amount={per_quincena} share={share} />
      {per_month !== null && <Field label="Pago al mes">{formatMoney(per_month)}</Field>}
      {other_per_quincena > 0 && (
        <ShareField
          label="Con sus otros préstamos"
          amount={per_quincena + other_per_quincena}
          share={total_share}
        />
      )}
      <Field label="Monto máximo que permite la regla">
        {formatMoney(largest)}
        <span className={classes.second}>
          {loan.type === 'credit' ? 'Tres sueldos mensuales' : 'Según su empresa'}
          {loan.amount > largest && '; esta solicitud lo rebasa'}
        </span>
      </Field>
    </FieldGrid>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  )
}

/** What stands beside a loan's state: what is owed and since when, or why it ended. */
function otherText({ amount, amount_due, days_late, ended_on, reason }: OtherLoan): string {
  if (days_late > 0) return `Debe ${formatMoney(amount_due)}, ${days_late} días de atraso`
  if (amount_due > 0) return `Debe ${formatMoney(amount_due)}`
  const end = ended_on === null ? '' : `, ${formatDate(ended_on)}`
  return `${formatMoney(amount)}${end}${reason === null ? '' : `. Motivo: ${reason}`}`
}

function LoanLines({ loans }: { loans: readonly OtherLoan[] }) {
  return (
    <ul className={classes.list}>
      {loans.map((loan) => (
        <li key={loan.id} className={classes.line}>
          <AnchorLink to={typeWords[loan.type].detailPath} params={{ id: loan.id }} inherit>
            {loan.folio}
          </AnchorLink>
          <LoanStatus loan={loan} />
          <span data-late={loan.days_late > 0}>{otherText(loan)}</span>
        </li>
      ))}
    </ul>
  )
}

const isOpen = ({ state }: OtherLoan) => OPEN_STATES.some((open) => open === state)

function delayText({ worst_delay, other_loans }: Background): string {
  if (worst_delay !== null)
    return `Peor atraso: ${pluralize(worst_delay.days, 'día', 'días')}, en ${worst_delay.folio}.`
  const hasHistory = other_loans.some(({ state }) => isPaidOut(state))
  return hasHistory ? 'Nunca se ha retrasado.' : 'Aún no tiene historial de pagos.'
}

function OtherLoans({ background }: { background: Background }) {
  const { other_loans, other_count } = background
  const open = other_loans.filter(isOpen)
  const closed = other_loans.filter((loan) => !isOpen(loan))
  return (
    <>
      <Part title="Otros préstamos">
        {open.length === 0 ? <p className={classes.none}>No tiene otro.</p> : <LoanLines loans={open} />}
      </Part>
      <Part title="Decisiones anteriores">
        {closed.length === 0 ? <p className={classes.none}>No hay.</p> : <LoanLines loans={closed} />}
        {other_count > other_loans.length && (
          <p className={classes.none}>Se muestran los {other_loans.length} más recientes.</p>
        )}
        <p className={classes.none}>{delayText(background)}</p>
      </Part>
    </>
  )
}

const changeNames: Record<WorkerChange['field'], string> = {
  ...workerChangeNames,
  phone: 'Teléfono',
}

function confirmationText({ is_own, confirmed_by }: WorkerChange): string {
  if (is_own) return 'Lo hizo la persona'
  return confirmed_by === null ? 'Por confirmar' : `Confirmó ${confirmed_by}`
}

function Changes({ changes }: Pick<Background, 'changes'>) {
  return (
    <Part title="Cambios de sus datos en 30 días">
      {changes.length === 0 && <p className={classes.none}>No hay.</p>}
      <ul className={classes.list}>
        {changes.map((change) => (
          <li key={`${change.at} ${change.field}`}>
            <strong>{changeNames[change.field]}</strong>
            {change.after !== null && `: ${change.before ?? '—'} → ${change.after}`}
            <span className={classes.second}>
              {change.by}, {formatDateTime(change.at)} · {confirmationText(change)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Checks({ loan, documents }: { loan: LoanDetail } & Pick<Background, 'documents'>) {
  const decided = loan.account_check?.decided_at ?? null
  return (
    <FieldGrid>
      <Field label="Cuenta de depósito">
        {checkText(loan.account_check)}
        {decided !== null && <span className={classes.second}>El {formatDate(businessDay(decided))}</span>}
      </Field>
      <Field label="Documentos">
        {documents.every(({ review }) => review === 'accepted') ? (
          'Los cinco, aceptados'
        ) : (
          <ul className={classes.plain}>
            {documents
              .filter(({ review }) => review !== 'accepted')
              .map(({ kind, review }) => (
                <li key={kind}>
                  {documentLabel(kind)}: {reviewText[review]}
                </li>
              ))}
          </ul>
        )}
      </Field>
    </FieldGrid>
  )
}

/** What a person weighs before deciding: what the payments take of the salary, the history, and what changed lately. */
export function BackgroundCard({ loan, background }: { loan: LoanDetail; background: Background }) {
  const person = (
    <AnchorLink to="/usuarios" search={{ ver: loan.user.id }} fz="sm">
      Ver a la persona
    </AnchorLink>
  )
  return (
    <Card title="Capacidad y antecedentes" action={person}>
      <div className={classes.body}>
        <Capacity loan={loan} capacity={background.capacity} />
        <OtherLoans background={background} />
        <Checks loan={loan} documents={background.documents} />
        <Changes changes={background.changes} />
      </div>
    </Card>
  )
}
