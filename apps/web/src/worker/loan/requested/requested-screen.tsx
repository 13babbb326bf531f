import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import { ActionBar } from '../../../components/action-bar.tsx'
import { Amount } from '../../../components/amount.tsx'
import { GoButton } from '../../../components/links.tsx'
import { Fact, FactList } from '../../../components/phone/fact-list.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { ScreenHeader } from '../../../components/screen-header.tsx'
import { formatDay } from '../format-day.ts'
import { LoanBadge } from '../loan-badge.tsx'
import { LoanByState } from '../loan-by-state.tsx'
import { TermsLink } from '../terms-link.tsx'
import { detailPath, loanWords } from '../words.ts'
import classes from './requested-screen.module.css'

function RequestedActions({ loan: { id, type, state } }: { loan: LoanDetail }) {
  const { name, filter } = loanWords[type]
  const list = type === 'credit' ? 'Ver mis créditos' : 'Ver mis anticipos'
  return (
    <ActionBar row>
      {state === 'approved' && (
        <GoButton to={detailPath[type]} params={{ id }} size="lg" fullWidth>
          Revisar y firmar mi {name}
        </GoButton>
      )}
      <GoButton
        to="/app/requests"
        search={{ filter }}
        size="lg"
        variant={state === 'approved' ? 'light' : 'filled'}
      >
        {list}
      </GoButton>
      <GoButton to="/app/home" size="lg" variant="subtle" color="gray">
        Ir al inicio
      </GoButton>
    </ActionBar>
  )
}

/** Says what happens next. Only credits are analysed; an advance is approved at once. */
function NextStep({ loan: { type, state } }: { loan: LoanDetail }) {
  const isAnalysed = type === 'credit' && state === 'requested'
  return (
    <Panel tone={isAnalysed ? 'quiet' : 'jade'}>
      <p className={stack.lead}>
        {isAnalysed
          ? 'Recibimos tu solicitud y la estamos revisando. Casi siempre respondemos el mismo día hábil; si se aprueba, lees tu contrato y decides.'
          : `Tu ${loanWords[type].name} está aprobado. Falta tu firma: revisa el contrato y enviamos el dinero a tu cuenta.`}
      </p>
    </Panel>
  )
}

function Facts({ loan }: { loan: LoanDetail }) {
  const { type, folio, created_at, period, commission, monthly_payment, total_debt, payment_deadline } = loan
  const isCredit = type === 'credit'
  return (
    <Panel>
      <FactList>
        <Fact label="Folio">{folio}</Fact>
        <Fact label="Fecha de solicitud">{formatDay(created_at)}</Fact>
        <Fact label={isCredit ? 'Plazo' : 'Número de días'}>{period}</Fact>
        <Fact label={isCredit ? 'Pago mensual' : 'Comisión'}>
          {formatMoney(isCredit ? (monthly_payment ?? 0) : commission)}
        </Fact>
        <Fact label="Total a pagar">{formatMoney(total_debt)}</Fact>
        {!isCredit && payment_deadline !== null && (
          <Fact label="Fecha de pago">{formatLongDate(payment_deadline, { withYear: true })}</Fact>
        )}
      </FactList>
    </Panel>
  )
}

const isWaiting = ({ state }: LoanDetail) => state === 'requested' || state === 'approved'

/** Screen after a request: the requested loan and the next steps. Other loans are redirected to their own screen. */
export function RequestedScreen({ id, type }: { id: number; type: LoanType }) {
  return (
    <>
      <ScreenHeader title={`Detalle del ${loanWords[type].name}`} backTo="/app/home" />
      <LoanByState
        id={id}
        type={type}
        isRightScreen={(loan) => loan.type === type && isWaiting(loan)}
        cardHeight={140}
      >
        {(loan) => (
          <>
            <div className={stack.stack}>
              <div className={classes.head}>
                <LoanBadge loan={loan} />
                <Amount cents={loan.amount} size="hero" />
                <p className={stack.lead}>Monto solicitado</p>
              </div>
              <NextStep loan={loan} />
              <Facts loan={loan} />
              <div className={stack.note}>
                Consulta los <TermsLink type={type} />
              </div>
            </div>
            <RequestedActions loan={loan} />
          </>
        )}
      </LoanByState>
    </>
  )
}
