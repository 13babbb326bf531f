import type { Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import stack from '../../../../components/phone/stack.module.css'
import { CallLender } from '../../../assistance/call-lender.tsx'
import classes from './how-to-pay.module.css'

interface HowToPayProps {
  /** The day that the figures are of. */
  day: Day
  type: LoanType
  /** The name of the worker's choice for the excess; null if there is none. */
  choice: string | null
  /** True if the excess may cover the following installments instead. */
  canPayInAdvance: boolean
}

const inAdvance =
  'También puedes pedir que adelante tus siguientes pagos: así no baja tu deuda ni ahorras intereses.'

/** How to make the payment: the app takes no money, and staff register the payment with the worker's choice. */
export function HowToPay({ day, type, choice, canPayInAdvance }: HowToPayProps) {
  return (
    <section className={classes.how}>
      <h3 className={classes.title}>Cómo pagar</h3>
      <p className={stack.lead}>
        {type === 'credit' && 'El monto cambia cada día. '}Para liquidar hoy, llámanos. También puedes pagar
        una parte. No tiene comisión.
        {choice !== null &&
          ` Pide «${choice}»: el personal registra tu pago con esa elección. Si no lo dices, bajan tus pagos.`}
      </p>
      {canPayInAdvance && <p className={stack.note}>{inAdvance}</p>}
      <CallLender />
      <p className={stack.note}>
        {type === 'credit'
          ? `Cálculo de hoy, ${formatLongDate(day)}: pagas solo los intereses que han corrido.`
          : 'La comisión de tu anticipo no cambia: ya está en lo que debes.'}
      </p>
    </section>
  )
}
