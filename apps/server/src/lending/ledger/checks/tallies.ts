import { DIFFERENCES_SHOWN, type LedgerCheck, type LedgerDifference, type Proof } from './check.ts'

/** A check while its rows are compared one by one; it keeps only the differences that are shown. */
class Tally {
  private readonly proof: Proof
  private readonly subject: string
  private looked_at = 0
  private wrong = 0
  private readonly differences: LedgerDifference[] = []

  constructor(subject: string, proof: Proof) {
    this.subject = subject
    this.proof = proof
  }

  compare(id: number, expected: number | null, found: number | null): void {
    this.looked_at += 1
    if (expected === found) return
    this.wrong += 1
    if (this.differences.length < DIFFERENCES_SHOWN)
      this.differences.push({ check: this.proof.name, subject: this.subject, id, expected, found })
  }

  result(): LedgerCheck {
    const { looked_at, wrong, differences } = this
    return { ...this.proof, looked_at, wrong, differences }
  }
}

const ofLoan = (name: string, proves: string, unit: Proof['unit'] = 'cents') =>
  new Tally('loan', { name, proves, unit })
const ofPayment = (name: string, proves: string) => new Tally('payment', { name, proves, unit: 'cents' })

/** The checks that compare a loan's books with the contract and the payments. */
const bookTallies = () => ({
  receivable: ofLoan('receivable', 'la cuenta por cobrar es lo que resulta del contrato y los pagos'),
  unearned: ofLoan('unearned', 'lo que falta por ganar es lo que aún no se devenga'),
  income: ofLoan('income', 'lo ganado son los intereses y comisiones devengados, sin IVA'),
  tax_pending: ofLoan('tax_pending', 'el IVA por trasladar es el de lo que no se ha cobrado'),
  tax_payable: ofLoan('tax_payable', 'el IVA trasladado es el de lo cobrado'),
  worker_receivable: ofLoan('worker_receivable', 'lo que el trabajador debe aparte son pagos revertidos así'),
  worker_balance: ofLoan('worker_balance', 'a favor del trabajador está lo que sobró de sus pagos'),
})

/** All checks of loans and of their payments, before the first comparison, in the order of the report. */
export const createTallies = () => ({
  loan: {
    recalculated: ofLoan(
      'recalculated',
      'el préstamo se calculó con el modelo de saldos; si no, falta recalcular',
      'number',
    ),
    schedule: ofLoan('schedule', 'el calendario suma el total del contrato'),
    amount_due: ofLoan('amount_due', 'lo que se debe resulta del contrato y los pagos'),
    next_payment: ofLoan('next_payment', 'el próximo pago es el primero sin cubrir', 'day'),
    settled: ofLoan('settled', 'terminado está lo que los pagos liquidan, y nada más', 'number'),
  },
  books: bookTallies(),
  payment: {
    fits: ofPayment('payment_fits', 'ningún pago rebasa lo que liquida el préstamo en su día'),
    due: ofPayment('payment_due', 'lo que cada pago cubrió de lo vencido'),
    on_account: ofPayment('payment_on_account', 'lo que cada pago abonó a los pagos siguientes'),
    prepaid: ofPayment('payment_prepaid', 'lo que cada pago bajó de la deuda'),
    discount: ofPayment('payment_discount', 'los intereses que cada pago ahorró'),
    principal: ofPayment('payment_principal', 'el capital de cada pago'),
    interest: ofPayment('payment_interest', 'los intereses de cada pago, sin IVA'),
    tax: ofPayment('payment_tax', 'el IVA de cada pago'),
    owed_before: ofPayment('payment_previous', 'lo que se debía antes de cada pago'),
    owed_after: ofPayment('payment_new', 'lo que se debía después de cada pago'),
  },
})
export type Tallies = ReturnType<typeof createTallies>
