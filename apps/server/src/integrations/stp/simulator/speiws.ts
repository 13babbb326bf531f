import { type Answer, refuse, result } from './answers.ts'
import { type Bank, balanceOf, type Call, orderOf, ordersOf, queriedDay, signed } from './bank.ts'
import { cadenas } from './cadenas.ts'
import { legacyOrderView } from './legacy-view.ts'
import { centsOf, inTransit, newOrder, type SimulatedOrder, type TextBody } from './order.ts'
import { registerRefusal } from './rules.ts'
import { refusals } from './texts.ts'

const success = 1
const centsOfPeso = 100
/** Cause of a return that the beneficiary asked for (13: the beneficiary does not recognise the payment). */
const returnCause = 13

/** Whether the firma is valid and covers only ASCII. STP stores ASCII, so a firma over accents never matches. */
function signedInAscii(bank: Bank, body: TextBody): boolean {
  const ascii = cadenas.order(body).every((text) => /^[\x20-\x7e]*$/.test(text))
  return (ascii || bank.verify === null) && signed(bank, 'order', body)
}

/** What an account can still pay: the settled balance without the orders in transit. In centavos. */
function available({ books }: Bank, account = ''): number {
  const { saldo, cargosPendientes } = books.balance(account)
  return saldo - cargosPendientes
}

/** `ordenPago/registra`: registers an order on the running operating day. */
export function register(bank: Bank, { body }: Call): Answer {
  if (bank.settings.read_only) return refuse(refusals.readOnly)
  const operatingDay = bank.clock.operatingDay()
  const refusal = registerRefusal(body, {
    ...bank,
    operatingDay,
    signed: (order) => signedInAscii(bank, order),
    hasMoneyFor: (cents) => bank.settings.overdraft || cents <= available(bank, body.cuentaOrdenante),
    used: (key) => bank.store.byKey({ type: 'E', key, day: operatingDay }) !== undefined,
  })
  if (refusal) return refuse(refusal)
  const { firma, ...cuerpo } = body
  const order = newOrder({
    tipoOrden: 'E',
    idEF: bank.store.nextId(),
    estado: inTransit,
    fechaOperacion: operatingDay,
    tsCaptura: bank.clock.nowMs(),
    cuerpo,
  })
  bank.store.save(order)
  bank.life.begin(order)
  bank.registered(order)
  return result({ id: order.idEF })
}

/** `ordenPago/consOrdEnvRastreo`: finds an order sent, by key. */
export function findSent(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'legacyKey', body)) return refuse(refusals.badFirma)
  const day = queriedDay(bank, body.fechaOperacion)
  const order = day === null ? undefined : orderOf(bank, { type: 'E', day, body })
  if (!order) return refuse(refusals.notFound(body.claveRastreo ?? ''))
  return result({ id: success, ordenPago: legacyOrderView(order) })
}

/** `ordenPago/consOrdenesFech`: lists the orders sent or received on a day. The list ends in a null, as STP's does. */
export function listOfDay(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'legacyDay', body)) return refuse(refusals.badFirma)
  const type = body.estado === 'R' ? 'R' : 'E'
  const day = queriedDay(bank, body.fechaOperacion)
  const orders = ordersOf(bank, { type, day, company: body.empresa ?? '' })
  if (orders.length === 0) return refuse(refusals.noneFound)
  return result({ id: success, lst: [...orders.map(legacyOrderView), null] })
}

/** `ordenPago/consSaldoEnvRec`: sums of the orders sent and received on a day; no row when there are none. */
export function dayTotals(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'legacyDay', body)) return refuse(refusals.badFirma)
  const { empresa = '' } = body
  const day = queriedDay(bank, body.fechaOperacion)
  const types = ['E', 'R'] as const
  const saldos = types.flatMap((tipoOperacion) => {
    const orders = ordersOf(bank, { type: tipoOperacion, day, company: empresa })
    const cents = orders.reduce((total, order) => total + centsOf(order), 0)
    const montoTotal = (cents / 100).toFixed(2)
    return orders.length === 0
      ? []
      : [{ empresa, montoTotal, tipoOperacion, totalOperaciones: orders.length }]
  })
  return saldos.length === 0 ? refuse(refusals.noneFound) : result({ id: success, saldos })
}

/** `ordenPago/consSaldoCuenta`: the balance of an account in pesos, as text with two decimals. */
export function accountBalance(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'legacyBalance', body)) return refuse(refusals.badFirma)
  const balance = balanceOf(bank, body.cuentaOrdenante ?? '')
  if (!balance) return refuse(refusals.noAccount(body.cuentaOrdenante ?? ''))
  const [cargosPendientes, saldo] = [balance.cargosPendientes, balance.saldo].map((cents) =>
    (cents / 100).toFixed(2),
  )
  return result({ id: success, saldoCuenta: { cargosPendientes, saldo } })
}

/** The payments that a return names: by key, day and amount, and by company if it is given. */
function namedPayments(bank: Bank, body: TextBody): SimulatedOrder[] {
  const { claveRastreo, fechaOperacion, monto, empresa } = body
  const day = queriedDay(bank, fechaOperacion)
  const cents = Math.round(Number(monto) * centsOfPeso)
  return bank.store
    .of('R')
    .filter(({ cuerpo }) => cuerpo.claveRastreo === claveRastreo && (!empresa || cuerpo.empresa === empresa))
    .filter((payment) => payment.fechaOperacion === day && centsOf(payment) === cents)
}

/**
 * `ordenPago/retornaOrden`: returns a payment once. A repeat with the same `claveRastreoDevolucion` is answered alike,
 * so that a client whose answer was lost can ask again; another key is refused. It answers the payment's id, since no
 * public recording shows which id STP answers.
 */
export function returnPayment(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'returned', body)) return refuse(refusals.badFirma)
  const key = body.claveRastreoDevolucion
  if (!key) return refuse(refusals.fieldMissing('claveRastreoDevolucion'))
  const payments = namedPayments(bank, body)
  const repeated = payments.find((payment) => payment.claveRastreoDevolucion === key)
  if (repeated) return result({ id: repeated.idEF })
  const payment = payments.find(bank.life.canGiveBack)
  if (!payment) return refuse(refusals.noPayment)
  const { overdraft } = bank.settings
  if (!overdraft && centsOf(payment) > available(bank, payment.cuerpo.cuentaBeneficiario)) {
    return refuse(refusals.noMoney)
  }
  bank.life.giveBack(payment, { cause: returnCause, key })
  return result({ id: payment.idEF })
}
