import { daysBetween, nextPayDate } from '@quincena/domain/dates'
import { formatLongDate, formatMoney, formatPeriod } from '@quincena/domain/format'
import { maxCredit } from '@quincena/domain/loans/limits'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'
import type { User } from '@quincena/domain/users/schema'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { ButtonLink, GoButton } from '../../components/links.tsx'
import { PayDateStrip } from '../../components/pay-date-strip.tsx'
import { today } from '../../lib/today.ts'
import { CallLender } from '../assistance/call-lender.tsx'
import { refusedWords } from '../document/refused-words.ts'
import { signByText } from '../loan/sign-by.ts'
import {
  deductionText,
  installmentsOf,
  otherDeductionsText,
  overdueLabel,
  withNextPaymentText,
} from '../loan/to-pay.ts'
import { detailPath, loanWords } from '../loan/words.ts'
import type { Headline } from './headline.ts'
import classes from './headline-block.module.css'

interface BlockProps {
  label: string
  amount?: Cents
  text: ReactNode
  action?: ReactNode
  late?: boolean
}

function Block({ label, amount, text, action, late = false }: BlockProps) {
  return (
    <section className={classes.block} data-late={late}>
      <h2 className={classes.label}>{label}</h2>
      {amount !== undefined && <Amount cents={amount} size="hero" />}
      <p className={classes.text}>{text}</p>
      {action}
    </section>
  )
}

function LoanLink({ loan, children }: { loan: LoanListItem; children: ReactNode }) {
  return (
    <ButtonLink to={detailPath[loan.type]} params={{ id: loan.id }} size="lg" fullWidth>
      {children}
    </ButtonLink>
  )
}

function inDays(days: number): string {
  if (days === 0) return 'hoy'
  return days === 1 ? 'mañana' : `en ${formatPeriod('advance', days)}`
}

const advice = {
  late: 'Acércate a tu empresa o llámanos.',
  overdue: 'Si tu empresa ya te lo descontó, en unos días lo verás aquí.',
}

function OverdueBlock({ loan }: { loan: LoanListItem }) {
  const { state, next_payment_date, type, folio, overdue } = loan
  const isLate = state === 'overdue'
  const since = next_payment_date === null ? '' : ` venció el ${formatLongDate(next_payment_date)}`
  const next = withNextPaymentText(loan)
  return (
    <Block
      late={isLate}
      label={overdueLabel(state)}
      amount={overdue}
      text={
        <>
          {`Un pago de tu ${loanWords[type].name} ${folio}${since}. ${isLate ? advice.late : advice.overdue} `}
          <strong>{next}</strong>
        </>
      }
      action={isLate && <CallLender />}
    />
  )
}

type PaymentBlockProps = Omit<Extract<Headline, { kind: 'payment' }>, 'kind'> & {
  loans: readonly LoanListItem[]
}

function PaymentBlock({ loan, to_pay, loans }: PaymentBlockProps) {
  const { type, folio, overdue, user } = loan
  const installments = installmentsOf(loan)
  if (overdue > 0) return <OverdueBlock loan={loan} />
  const { by: day, amount } = to_pay
  const product = `${loanWords[type].name} ${folio}`
  const when = inDays(daysBetween(today(), day))
  return (
    <>
      <Block
        label="Tu próximo pago"
        amount={amount}
        text={
          <>
            <strong>{formatLongDate(day)}</strong>, {when} · {product}
          </>
        }
        action={
          installments !== null && (
            <p className={classes.text}>
              {deductionText({ type, company: user.company_name, payDate: day, ...installments })}{' '}
              {otherDeductionsText(loans, loan)}
            </p>
          )
        }
      />
      {type === 'advance' && (
        <PayDateStrip today={today()} payDate={day} label={`Tu quincena es el ${formatLongDate(day)}`} />
      )}
    </>
  )
}

const loanTexts = {
  moving: 'Ya firmaste. Estamos enviando tu dinero.',
  returned: 'Tu banco devolvió el envío. Ya lo estamos revisando.',
  clarified:
    'Estamos aclarando con el banco si tu dinero te llegó. Mientras tanto no tienes que pagar nada. Te avisamos en cuanto quede claro.',
  review: 'Estamos revisando tu solicitud. Casi siempre respondemos el mismo día hábil.',
} as const

const loanLabels = {
  moving: 'Dinero en camino',
  returned: 'Envío devuelto',
  clarified: 'En aclaración',
  review: 'En análisis',
} as const

function FreeBlock({ user }: { user: User }) {
  const maxAmount = maxCredit(user.monthly_salary)
  const payDate = nextPayDate(today())
  const text = 'en un crédito a 3, 6, 9 o 12 meses, o un anticipo de tu quincena. Pide solo lo que necesites.'
  return (
    <>
      {maxAmount > 0 ? (
        <Block label="Puedes pedir hasta" amount={maxAmount} text={text} />
      ) : (
        <Block
          label="Tu quincena, cuando la necesitas"
          text="Pide un crédito o un anticipo y te lo enviamos por SPEI."
        />
      )}
      <PayDateStrip
        today={today()}
        payDate={payDate}
        label={`Tu próxima quincena es el ${formatLongDate(payDate)}, ${inDays(daysBetween(today(), payDate))}`}
      />
    </>
  )
}

const missing = {
  title: 'Falta un paso para empezar',
  text: 'Sube tus cinco documentos una sola vez y podrás solicitar créditos y anticipos.',
}

function DocumentsBlock({ user }: { user: User }) {
  const refused = refusedWords(user.refused_documents)
  const { title, text } = refused ?? missing
  return (
    <Block
      label={title}
      text={text}
      action={
        <GoButton to="/app/documentation" size="lg" fullWidth>
          {refused ? 'Subir de nuevo' : 'Subir documentos'}
        </GoButton>
      }
    />
  )
}

interface HeadlineBlockProps {
  headline: Headline
  /** All open loans, the headline's too. */
  loans: readonly LoanListItem[]
  user: User
}

/** First block of the home screen: the headline and one button for what to do about it. */
export function HeadlineBlock({ headline, loans, user }: HeadlineBlockProps) {
  switch (headline.kind) {
    case 'payment':
      return <PaymentBlock {...headline} loans={loans} />
    case 'offer': {
      const { loan } = headline
      const signBy = signByText(loan.offer_expires_on)
      return (
        <Block
          label={`Tu ${loanWords[loan.type].name} está aprobado`}
          amount={loan.amount}
          text={
            <>
              {signBy !== null && <strong>{signBy}. </strong>}
              Pagas en total {formatMoney(loan.total_debt)}. Lee tu contrato y firma para recibirlo.
            </>
          }
          action={<LoanLink loan={loan}>Revisar y firmar</LoanLink>}
        />
      )
    }
    case 'documents':
      return <DocumentsBlock user={user} />
    case 'free':
      return <FreeBlock user={user} />
    default:
      return (
        <Block
          label={loanLabels[headline.kind]}
          amount={headline.loan.amount}
          text={loanTexts[headline.kind]}
          action={<LoanLink loan={headline.loan}>Ver mi {loanWords[headline.loan.type].name}</LoanLink>}
        />
      )
  }
}
