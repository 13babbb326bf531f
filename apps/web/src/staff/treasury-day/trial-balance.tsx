import { formatMoney } from '@quincena/domain/format'
import { ACCOUNT_GROUPS, LEDGER_ACCOUNTS } from '@quincena/domain/treasury/accounts'
import type { TrialBalance } from '@quincena/domain/treasury/schema'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { MoreColumns } from '../../components/more-columns.tsx'
import { Notice } from '../../components/notice.tsx'
import { CardsSkeleton } from '../../components/skeletons.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { useSideways } from '../../components/use-sideways.ts'
import { type Days, trialBalanceQuery } from './api.ts'
import classes from './trial-balance.module.css'

type Line = TrialBalance['lines'][number]

const natureNames = { debit: 'Deudora', credit: 'Acreedora' } as const

function Figures({ opening, debits, credits, closing }: Omit<Line, 'account'>) {
  return (
    <>
      <td>{formatMoney(opening)}</td>
      <td>{formatMoney(debits)}</td>
      <td>{formatMoney(credits)}</td>
      <td>{formatMoney(closing)}</td>
    </>
  )
}

function Account({ account, ...figures }: Line) {
  const { name, group, nature } = LEDGER_ACCOUNTS[account]
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={classes.nature}>
          {ACCOUNT_GROUPS[group]}, {natureNames[nature].toLowerCase()}
        </span>
      </th>
      <Figures {...figures} />
    </tr>
  )
}

function Table({ balance: { lines, total } }: { balance: TrialBalance }) {
  const { box, onScroll, isWide } = useSideways<HTMLElement>()
  return (
    <>
      {isWide && (
        <div className={classes.more}>
          <MoreColumns />
        </div>
      )}
      {/* The table scrolls sideways on a phone, so it takes the keyboard's focus. */}
      <section
        ref={box}
        className={classes.scroll}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Balanza de comprobación"
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Cuenta</th>
              <th scope="col">Saldo inicial</th>
              <th scope="col">Cargos</th>
              <th scope="col">Abonos</th>
              <th scope="col">Saldo final</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Account key={line.account} {...line} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Suma</th>
              <Figures {...total} />
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  )
}

/** Opening, debits, credits and closing of every account. Balances are debits less credits, so they add up to 0. */
export function TrialBalancePart({ days }: { days: Days }) {
  const { data: balance, error, refetch } = useQuery(trialBalanceQuery(days))
  if (balance === undefined)
    return error ? (
      <ErrorState title="No se pudo cargar la balanza." error={error} onRetry={refetch} />
    ) : (
      <CardsSkeleton cards={2} height={200} />
    )
  const { total, lines, wrong_totals } = balance
  if (lines.length === 0) return <EmptyState title="Todavía no hay movimientos en el libro" />
  const isZero = total.opening === 0 && total.closing === 0 && total.debits === total.credits
  const badge = isZero
    ? ({ label: 'Suma cero', tone: 'accepted' } as const)
    : ({ label: 'No suma cero', tone: 'rejected' } as const)
  return (
    <>
      {wrong_totals > 0 && (
        <Notice tone="problem">
          La revisión de anoche encontró totales diarios que no coinciden con los movimientos. No uses esta
          balanza hasta que se corrijan: Diagnóstico, en Contabilidad, dice cuáles son.
        </Notice>
      )}
      <p className={classes.explained}>
        <StatusBadge {...badge} />
        <span>Saldos deudores en positivo y acreedores en negativo.</span>
      </p>
      <Table balance={balance} />
    </>
  )
}
