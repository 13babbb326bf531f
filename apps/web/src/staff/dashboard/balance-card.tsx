import { Skeleton } from '@mantine/core'
import { businessDay } from '@quincena/domain/dates'
import { formatLongDateTime, formatMoney, formatTime } from '@quincena/domain/format'
import { balanceShortfall } from '@quincena/domain/reconciliation/balance'
import type { StpBalance } from '@quincena/domain/reconciliation/schema'
import { useQuery } from '@tanstack/react-query'
import { AnchorLink } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { today } from '../../lib/today.ts'
import { balanceQuery } from '../treasury/api.ts'
import { differenceText } from '../treasury/verdict-words.ts'
import classes from './balance-card.module.css'

const money = (amount: number | null) => (amount === null ? '—' : formatMoney(amount))

function figuresOf({ balance, pending, to_pay_out, offered }: StpBalance) {
  return [
    { label: 'Saldo', text: money(balance), hint: null },
    { label: 'En tránsito', text: money(pending), hint: 'Órdenes que STP aún no liquida' },
    { label: 'Por entregar', text: money(to_pay_out), hint: 'Firmado por enviar, o devuelto por el banco' },
    { label: 'En ofertas', text: money(offered), hint: 'Aprobado; se puede firmar en cualquier momento' },
  ]
}

/** Warns when the balance at STP does not cover the signed loans, or the signed loans and the offers. */
function Warning({ balance }: { balance: StpBalance }) {
  const lacking = balanceShortfall(balance)
  if (lacking === null || lacking.with_offers === 0) return null
  if (lacking.signed > 0)
    return (
      <Notice tone="problem">
        El saldo no alcanza para lo que ya está firmado: faltan {formatMoney(lacking.signed)}. Deposita en la
        cuenta de STP.
      </Notice>
    )
  return (
    <Notice tone="info">
      Alcanza para lo firmado. Si se firmaran todas las ofertas, faltarían {formatMoney(lacking.with_offers)}.
    </Notice>
  )
}

function balanceTimeText({ asked_at, failure_reason }: StpBalance): string {
  if (asked_at === null) return failure_reason ?? 'Consultando a STP…'
  const when = `Consultado el ${formatLongDateTime(asked_at)}.`
  return failure_reason === null ? when : `${when} Desde entonces: ${failure_reason}`
}

/** Says when the balance was last equal to the books; a difference or a missing opening balance links to its screen. */
function Checked({ balance: { difference, verdict, verified_at } }: { balance: StpBalance }) {
  if (verdict === null) return null
  if (verdict === 'unopened' || (verdict === 'difference' && difference !== null))
    return (
      <AnchorLink to="/tesoreria/movimientos" className={classes.check} data-off>
        {verdict === 'unopened' || difference === null
          ? 'Falta registrar el saldo inicial'
          : differenceText(difference)}
      </AnchorLink>
    )
  if (verified_at === null) return null
  const when =
    businessDay(verified_at) === today()
      ? `a las ${formatTime(verified_at)}`
      : `el ${formatLongDateTime(verified_at)}`
  return (
    <AnchorLink to="/tesoreria/movimientos" className={classes.check}>
      Saldo comprobado {when}
    </AnchorLink>
  )
}

/** Shows the balance of the paying account at STP beside the amounts to be paid out of it. */
export function BalanceCard() {
  const { data: balance, error, refetch } = useQuery(balanceQuery)
  if (error && balance === undefined)
    return <ErrorState title="No se pudo cargar el saldo" error={error} onRetry={refetch} />
  return (
    <section className={classes.card} aria-labelledby="saldo-stp" aria-busy={balance === undefined}>
      <header className={classes.head}>
        <h2 className={classes.title} id="saldo-stp">
          Saldo en STP
        </h2>
        {balance && <p className={classes.time}>{balanceTimeText(balance)}</p>}
        {balance && <Checked balance={balance} />}
        <AnchorLink to="/conciliacion" className={classes.link}>
          Ver conciliación
        </AnchorLink>
      </header>
      {balance === undefined ? (
        <Skeleton height={44} />
      ) : (
        <>
          <dl className={classes.figures}>
            {figuresOf(balance).map(({ label, text, hint }) => (
              <div key={label} className={classes.figure}>
                <dt>{label}</dt>
                <dd>{text}</dd>
                {hint !== null && <dd className={classes.hint}>{hint}</dd>}
              </div>
            ))}
          </dl>
          <Warning balance={balance} />
        </>
      )}
    </section>
  )
}
