import { businessDay } from '@quincena/domain/dates'
import { formatCat, formatDate, formatDateTime, formatMoney, formatRate } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { Card } from '../../components/card.tsx'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { productName } from '../../lib/brand.ts'
import { VerificationCard } from '../account-verification/verification-card.tsx'
import classes from './applicant-tab.module.css'
import { BackgroundCard } from './background-card.tsx'
import { ConfirmationNotice } from './confirmation-notice.tsx'

const none = '—'
const dayText = (day: string | null) => (day === null ? none : formatDate(day))
const moneyText = (cents: number | null) => (cents === null ? none : formatMoney(cents))

function accountText({ receiving_account }: LoanDetail): string {
  if (receiving_account === null) return none
  return `${receiving_account.bank_name} ···· ${receiving_account.account_last4}`
}

function CreditFields({ loan }: { loan: LoanDetail }) {
  return (
    <>
      <Field label="Tasa de interés">{formatRate(loan.interest_rate)} anual</Field>
      <Field label="Pago mensual">{moneyText(loan.monthly_payment)}</Field>
    </>
  )
}

function LoanCard({ loan }: { loan: LoanDetail }) {
  const orders = (
    <AnchorLink to="/stp" search={{ search: loan.folio }} fz="sm">
      Ver órdenes STP
    </AnchorLink>
  )
  return (
    <Card title="Solicitud" action={loan.accepted_at === null ? undefined : orders}>
      <FieldGrid>
        <CopyField label="Folio" value={loan.folio} />
        <Field label="Monto">{formatMoney(loan.amount)}</Field>
        <Field label="Deuda total">{formatMoney(loan.total_debt)}</Field>
        {loan.type === 'credit' && <Field label="Costo">{formatMoney(loan.total_debt - loan.amount)}</Field>}
        {loan.type === 'credit' ? (
          <CreditFields loan={loan} />
        ) : (
          <Field label="Comisión">{formatMoney(loan.commission)}</Field>
        )}
        <Field label="CAT sin IVA">{formatCat(loan.cat)}</Field>
        <Field label="Periodo">{loan.period}</Field>
        <Field label="Fecha de solicitud">{formatDateTime(loan.created_at)}</Field>
        <Field label="Próxima fecha de pago">{dayText(loan.next_payment_date)}</Field>
        <Field label="Fecha límite de pago">{dayText(loan.payment_deadline)}</Field>
        <Field label="Cuenta de depósito">{accountText(loan)}</Field>
      </FieldGrid>
    </Card>
  )
}

function addressText({ address, neighborhood, zip_code, city, state }: LoanDetail['user']): string {
  const place = [zip_code && `C.P. ${zip_code}`, city].filter(Boolean).join(' ')
  return [address, neighborhood, place, state].filter(Boolean).join(', ')
}

function ApplicantCard({ user, company }: { user: LoanDetail['user']; company: string | null }) {
  return (
    <Card title="Solicitante">
      <FieldGrid>
        <CopyField label="Nombre" value={`${user.first_name} ${user.last_name}`} />
        <Field label="Empresa">{company ?? 'Sin empresa'}</Field>
        <Field label="Puesto">{user.position ?? none}</Field>
        <CopyField label="Clave" value={user.key} />
        <CopyField label="Correo electrónico" value={user.email}>
          <EmailText email={user.email} />
        </CopyField>
        <CopyField label="Teléfono" value={user.phone} />
        <CopyField label="CURP" value={user.curp} />
        <CopyField label="RFC" value={user.rfc} />
        <CopyField label="INE" value={user.ine} />
        <Field label="Sueldo quincenal">{moneyText(user.biweekly_salary)}</Field>
        <Field label="Sueldo mensual">{moneyText(user.monthly_salary)}</Field>
        <Field label={`En ${productName()} desde`}>{formatDate(businessDay(user.date_joined))}</Field>
        <Field label="Banco">{bankName(user.bank)}</Field>
        <CopyField label="CLABE interbancaria" value={user.debit_card_number} />
        <CopyField label="Dirección" value={addressText(user)} />
      </FieldGrid>
    </Card>
  )
}

/** Shows the figures of the loan and the data of the applicant. */
export function ApplicantTab({ loan }: { loan: LoanDetail }) {
  return (
    <div className={classes.cards}>
      <div className={classes.column}>
        {loan.state !== 'payout_returned' && <ConfirmationNotice loan={loan} />}
        {loan.background && <BackgroundCard loan={loan} background={loan.background} />}
        <LoanCard loan={loan} />
        {typeof loan.account_check?.id === 'number' && <VerificationCard id={loan.account_check.id} />}
      </div>
      <ApplicantCard user={loan.user} company={loan.company_name} />
    </div>
  )
}
